import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { afterAll, expect, test } from 'vitest';
import { projectFolder } from '../boundaries/probe-tree.ts';
import { bundleService } from './bundle-service.ts';

const folder = temporaryFolder(afterAll);
const files = await bundleService(projectFolder, folder, { isLocal: true });

/** The package of a module: `@koa/router` of others, `adapter-sqlite` of this project. */
const packageOf = (path: string): string =>
  [...path.matchAll(/(?:node_modules|packages|apps)\/((?:@[^/]*\/)?[^/.][^/]*)\//g)].at(-1)?.[1] ?? path;

// Prints the address of every module that was loaded when the process ends.
const printModules = `
  import { registerHooks } from 'node:module';
  const loaded = new Set();
  registerHooks({ load: (url, context, next) => { loaded.add(url); return next(url, context); } });
  process.on('exit', () => process.stderr.write([...loaded].map((url) => 'loaded ' + url + '\\n').join('')));
`;

/** Which of the parts that only some services need are loaded by a bundle that listens. */
const partsLoadedBy = async (env: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const child = spawn(process.execPath, [join(folder, 'dist/main.js'), 'serve'], {
    env: {
      ...{ PATH: process.env['PATH'], PORT: '0', ADMIN_PORT: '0' },
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(printModules)}`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  createInterface(child.stdout).on('line', (line) => line.includes('"listening"') && child.kill());
  const printed = await text(child.stderr);
  const loaded = files.filter(({ fileName }) => printed.includes(`loaded file://${folder}/dist/${fileName}\n`));
  const packages = new Set(loaded.flatMap(({ modules }) => modules.map(packageOf)));
  expect([...packages]).toEqual(expect.arrayContaining(['adapter-http-koa', 'adapter-memory']));
  const stores = ['adapter-mongodb', 'mongodb', 'bson', 'adapter-postgres', 'pg', 'adapter-sqlite'];
  return [...stores, '@opentelemetry/sdk-trace'].filter((name) => packages.has(name));
};

test.each<readonly [what: string, env: Readonly<Record<string, string>>, parts: readonly string[]]>([
  ['in memory neither a driver nor traces', {}, []],
  ['with a collector the SDK', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }, ['@opentelemetry/sdk-trace']],
  ['on SQLite that', { SQLITE_FILE: join(folder, 'animals.db') }, ['adapter-sqlite']],
])('a start loads %s', async (_, env, parts) => {
  expect(await partsLoadedBy(env)).toEqual(parts);
});

test('stacks name the lines of the sources', () => {
  const program = `import { startAnimalStore } from '${folder}/dist/start-animal-store.js'; await startAnimalStore({ port: -1 });`;
  const { stderr } = spawnSync(process.execPath, ['--enable-source-maps', '--input-type=module', '--eval', program]);
  const source = join(projectFolder, 'apps/service/src/start-animal-store.ts');
  const lines = readFileSync(source, 'utf8').split('\n');
  const line = lines.findIndex((text) => text.includes('server.listen(')) + 1;
  expect(String(stderr)).toMatch(new RegExp(` at .*${source}:${line}:\\d+`));
});
