// Sets versions and writes changelogs of the packages and the service:  npm run changeset [-- <command of Changesets>]
import { join } from 'node:path';
import { runProcess } from '../toolchain/run-process.cjs';

const folder = import.meta.dirname;
const cli = join(folder, 'node_modules/@changesets/cli/bin.js');
const install = ['--dir', folder, 'install', '--frozen-lockfile', '--reporter=silent'];

process.exitCode =
  (await runProcess('pnpm', install, { stdio: 'inherit' })) ||
  (await runProcess(process.execPath, [cli, ...process.argv.slice(2)], { stdio: 'inherit' }));
