import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { run } from '@animal-store/testkit/run-program';
import { expect, inject, onTestFinished, test } from 'vitest';
import { project } from './published.ts';

const { consumer, folder, nodeFolders, env } = inject('published');
const folderOf = (example: string): string => join(consumer, 'examples', example);
const withNode = (version: string): NodeJS.ProcessEnv => ({
  ...env,
  PATH: `${nodeFolders[version]}:${env['PATH']}`,
  PORT: '0',
});

/** Runs `npm start` of an example. Returns its lines after the first one, which is a curl command, and the parts of that. */
const start = async (example: string, version: string) => {
  const child = spawn('npm', ['start', '--silent'], {
    cwd: folderOf(example),
    env: withNode(version),
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  onTestFinished(async () => {
    process.kill(-Number(child.pid), 'SIGTERM');
    await closed;
  });
  const lines: string[] = [];
  const reader = createInterface(child.stdout);
  const [first] = (await once(reader, 'line')) as [string];
  reader.on('line', (line) => lines.push(line));
  const [, apiKey, url = ''] = /^curl -H 'Authorization: Bearer (ask_\S+)' (http:\S+)$/.exec(first) ?? [];
  const send = async (path: string, body?: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(new URL(path, url), {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }), ...headers },
      body: body ?? null,
    });
    return `${response.status} ${response.headers.get('link') ?? ''} ${await response.text()}`;
  };
  return { send, lines, path: new URL(url).pathname };
};

const exact = '{"name":"Rex","categoryId":9223372036854775807}';
const rex = '{"id":1,"name":"Rex","categoryId":9223372036854775807}';

test('docs/write-an-adapter.md begins in an empty folder, with an example that keeps every law', async () => {
  const guide = readFileSync(join(project, 'docs/write-an-adapter.md'), 'utf8');
  const [, commands = ''] = /^```sh\n(.*?)^```$/ms.exec(guide) ?? [];
  const empty = join(folder, 'my-adapter');
  mkdirSync(empty);
  const reporter = { NODE_OPTIONS: '--test-reporter=tap' };
  const { code, output } = await run(['sh', '-ec', commands], empty, { ...withNode('24'), ...reporter });
  expect({ code, broken: output.match(/^ *not ok .*/gm) }, output).toEqual({ code: 0, broken: null });
  expect(Number(/^# pass (\d+)/m.exec(output)?.[1])).toBeGreaterThan(20);
});

test.each(['22.18', '24'])(
  'examples/fastify-service with Node.js %s authenticates, pages, retries and keeps integers exact',
  async (version) => {
    const { send, path } = await start('fastify-service', version);
    const key = { 'idempotency-key': 'k' };
    expect([
      await send(path, exact, key),
      await send(path, exact, key),
      await send(path, '{"name":"Kim","categoryId":1}', key),
      await send(path, '{"name":"Kim","categoryId":1}'),
      await send(path, '{"name":"Rex"}'),
      await send(`${path}?limit=1`),
      await send(path, undefined, { authorization: 'Bearer ask_none' }),
    ]).toEqual([
      `201  ${rex}`,
      `201  ${rex}`,
      '422  {"reason":"IdempotencyKeyReused"}',
      '201  {"id":2,"name":"Kim","categoryId":1}',
      '400  {"reason":"InvalidPet","violations":[{"path":"categoryId","message":"is required"}]}',
      `200 </animals?limit=1&after=1>; rel="next" [${rex}]`,
      '401  {"reason":"Unauthenticated"}',
    ]);
  },
);

test('examples/koa-app logs what the API responds, and keeps its own routes and errors', async () => {
  const { send, lines, path } = await start('koa-app', '24');
  expect([await send(path, exact), await send('/hours'), await send('/broken')]).toEqual([
    `201  ${rex}`,
    '200  open all day',
    '500  We are sorry.',
  ]);
  expect(lines).toEqual([
    `POST /animals/v1/pets 201, ${rex.length} bytes`,
    'GET /hours 200, 12 bytes',
    'error: a fault of this application',
    'GET /broken 500, 13 bytes',
  ]);
});
