// Starts an empty registry on a free port of this machine, prints its URL, and ends with its standard input:
//   node tools/registry/start.mjs <folder>
import { runServer } from 'verdaccio';

const [folder] = process.argv.slice(2);
const app = await runServer({
  configPath: `${folder}/config.yaml`,
  storage: `${folder}/storage`,
  uplinks: {},
  packages: { '@animal-store/*': { access: '$all', publish: '$all' } },
  web: { enable: false },
  log: { type: 'stdout', level: 'fatal' },
});
const server = app.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/\n`));
process.stdin.on('end', () => process.exit(0)).resume();
