import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publint } from 'publint';
import { expect, inject, onTestFinished, test } from 'vitest';
import { lowestNodes } from './consumer.ts';
import { runProgram } from './run-program.ts';

const { folder } = inject('consumer');
const program = join(folder, 'node_modules/.bin/animal-store');
const installed = join(folder, 'node_modules/@animal-store/service');
const { PATH, HOME } = process.env;
const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));

/** Starts the installed command, and returns its origin and what it has printed once it listens. */
const serve = async (env: NodeJS.ProcessEnv) => {
  const child = spawn(program, ['serve'], { cwd: folder, env: { PATH, HOME, PORT: '0', ADMIN_PORT: '0', ...env } });
  onTestFinished(() => void child.kill('SIGKILL'));
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text));
  while (!printed.includes('Ctrl-C stops it'))
    await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')]);
  return { child, printed, origin: /"url":"(.*?)"/.exec(printed)?.[1] ?? '' };
};

test('the service runs without the repository, and prints commands that work', async () => {
  const { child, printed, origin } = await serve({ RATE_LIMIT: '100/60s' });
  const [add = '', list = ''] = printed.match(/^ {2}curl .*$/gm) ?? [];
  const rex = '{"id":1,"name":"Rex","categoryId":1,"status":"available"}';
  expect((await runProgram(folder, 'bash', ['-c', `${add} -s`])).output).toMatch(
    new RegExp(`^HTTP/1.1 201 .*${rex}$`, 's'),
  );
  expect((await runProgram(folder, 'bash', ['-c', `${list} -s`])).output.endsWith(`\n[${rex}]`)).toBe(true);

  const pages = ['/docs', '/docs/swagger-ui-bundle.js', '/docs/docs-page.css', '/openapi.json'];
  const statuses = pages.map(async (path) => [path, (await fetch(origin + path)).status]);
  expect(await Promise.all(statuses)).toEqual(pages.map((path) => [path, 200]));
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('the service says on an old Node.js what it needs', async () => {
  const [version = ''] = lowestNodes;
  const needed = manifest.engines.node.replace('>=', '');
  expect(await runProgram(folder, join(folder, `node_modules/node-${version}/bin/node`), [program, 'serve'])).toEqual({
    code: 1,
    output: `animal-store: Node.js ${needed} or newer is required, and this is Node.js ${version}\n`,
  });
});

// Its thread for writes is a file of its own.
test('the commands work on SQLite', async () => {
  const file = join(folder, 'animals.db');
  onTestFinished(() => rm(file, { force: true }));
  const env = { PATH, HOME, SQLITE_FILE: file };
  const added = await runProgram(folder, program, ['import', '--run', 'a', '-'], {
    env,
    input: '{"name":"Rex","categoryId":9223372036854775807}\n',
  });
  expect(added.code, added.output).toBe(0);
  expect((await runProgram(folder, program, ['export'], { env })).output).toContain(
    '{"id":1,"name":"Rex","categoryId":9223372036854775807}\n',
  );
});

test('startAnimalStore reads no environment, listens to no signal, prints nothing and leaves no handle', async () => {
  const [sample = ''] = /(?<=^```ts\n).*?(?=^```$)/ms.exec(readFileSync(join(installed, 'README.md'), 'utf8')) ?? [];
  const check = `process.stderr.write(String(process.eventNames().filter((name) => /^SIG/.test(String(name)))));\n`;
  await writeFile(join(folder, 'start.ts'), sample.replace('await stop', `${check}await stop`));
  const env = { PATH, HOME, PORT: 'no port', SQLITE_FILE: '/no/such/file', API_KEY: 'no key', LOG_LEVEL: 'no level' };
  const { code, output } = await runProgram(folder, process.execPath, ['start.ts'], { env });
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+ 200 \[\]\n$/),
  });
});

test('the tests of the example of a client pass', async () => {
  const example = join(folder, 'examples/tests-of-a-client');
  // Under npm the command would be run by the oldest Node.js that is installed here.
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs');
  const { code, output } = await runProgram(example, process.execPath, [vitest, 'run', '--reporter=tap-flat']);
  expect({ code, passed: output.match(/(?<=^ok \d+ - ).*?(?= #)/gm) }, output).toEqual({
    code: 0,
    passed: ['names of all pages', 'a key that was revoked'].map((title) => `names-of.test.ts > ${title}`),
  });
});

test('the tarball has no dependency, and the licences of what is inside', async () => {
  expect(manifest).not.toHaveProperty('dependencies');
  expect((await publint({ pkgDir: installed, strict: true })).messages).toEqual([]);
  const licences = readFileSync(join(installed, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of ['@opentelemetry/api', 'fp-ts', 'koa', 'mongodb', 'pg', 'pino', 'rate-limiter-flexible'])
    expect(licences).toMatch(new RegExp(`^${name}@\\d\\S* \\(\\S+\\)\n\n\\S`, 'm'));
});
