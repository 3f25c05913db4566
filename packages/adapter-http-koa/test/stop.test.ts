import type { ServerResponse } from 'node:http';
import Koa from 'koa';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createHttpServer } from '../src/index.ts';
import { animal, chunk, jsonHeaders, spell, spellPost, withKey } from './spell-request.ts';
import { startConnected, startHeld } from './start-api.ts';

/** Longer than any test may take, so that a test fails if it waits for this. */
const forEver = 3_600_000;

const list = spell('GET /v1/pets', [withKey]);
const live = spell('GET /livez');
const closing = { headers: { connection: 'close' } };

const createServer = () =>
  createHttpServer(new Koa(), { onError: () => expect.fail(), onRefusedMessage: () => expect.fail() });

it('responds to the requests in flight, with close on the last of each connection, and to no later one', async () => {
  const { gate, api, connection } = await startHeld();
  const other = await api.open();
  await connection.send(list + list + spellPost(animal));
  await other.send(list);
  await gate.held(2);
  const stopped = api.stop(forEver);
  await expect(api.open()).rejects.toThrow('ECONNREFUSED');
  await connection.send(spellPost(animal));
  await other.send(spell('CONNECT example.com:443'));
  gate.open();
  const responses = [...(await connection.readResponses(3)), await other.readResponse()];
  expect(responses.map(({ status, headers }) => [status, headers['connection']])).toEqual([
    [200, 'keep-alive'],
    [200, 'keep-alive'],
    [201, 'close'],
    [200, 'close'],
  ]);
  expect([await connection.rest(), await other.rest()]).toEqual(['', '']);
  await stopped;
  expect((await api.reports(4)).map(({ aborted }) => aborted)).toEqual([false, false, false, false]);
});

it('waits for the rest of a body', async () => {
  const { api, connection } = await startConnected();
  await connection.send(spell('POST /v1/pets', jsonHeaders('Transfer-Encoding: chunked', 'Expect: 100-continue')));
  expect((await connection.readResponse()).status).toBe(100);
  const stopped = api.stop(forEver);
  expect(await connection.request(chunk(animal) + chunk(''))).toMatchObject({ status: 201, ...closing });
  await stopped;
});

it.each([
  ['a request', true],
  ['the first request of a connection', false],
])('responds to %s that has begun to arrive', async (_, hasResponse) => {
  const { api, connection } = await startConnected();
  if (hasResponse) await connection.request(live);
  await connection.send(live.slice(0, 7));
  // When the service responds on a later connection, it has read these bytes.
  await api.request(live);
  const stopped = api.stop(forEver);
  expect(await connection.request(live.slice(7))).toMatchObject({ status: 200, ...closing });
  await stopped;
});

it('closes idle and unused connections at once', async () => {
  const { api, connection: idle } = await startConnected();
  expect((await idle.request(live)).headers['connection']).toBe('keep-alive');
  const unused = await api.open();
  // When the service responds on a later connection, it has registered the unused one.
  const later = await api.open();
  await later.request(live);
  await api.stop(forEver);
  expect([await idle.rest(), await unused.rest(), await later.rest()]).toEqual(['', '', '']);
});

it('closes a connection soon after a response that had begun before', async () => {
  const begun = Promise.withResolvers<ServerResponse>();
  const begin = new Koa().use(({ res }) => {
    res.writeHead(200, { 'Content-Length': 2 }).write('a');
    begun.resolve(res);
    return new Promise(() => undefined);
  });
  const { api, connection } = await startConnected({ around: () => begin });
  await connection.send(live);
  const res = await begun.promise;
  const stopped = api.stop(forEver);
  res.end('b');
  expect(await connection.readResponse()).toMatchObject({ headers: { connection: 'keep-alive' }, body: 'ab' });
  expect(await connection.rest()).toBe('');
  await stopped;
});

it('cuts off what is unfinished at its deadline', async () => {
  const { gate, api, connection: slow } = await startHeld();
  const [halfBody, refused, halfHead] = [await api.open(), await api.open(), await api.open()];
  await slow.send(list);
  await halfBody.send(spell('POST /v1/pets', jsonHeaders('Content-Length: 100'), '{'));
  await gate.held(2);
  expect((await refused.request(spell('POST /v1/pets', ['Content-Length: 100']))).status).toBe(401);
  await halfHead.request(`${live}GET /li`);
  await api.request(live);

  const begin = performance.now();
  await api.stop(300);
  expect(performance.now() - begin).toBeGreaterThan(290);
  for (const each of [slow, halfBody, refused, halfHead]) expect(await each.rest()).toBe('');
  // Reported before `stop` resolves, because the caller may then end the process.
  expect(api.reported.filter(({ aborted }) => aborted).length).toBe(2);
  gate.open();
});

it('waits at a second call for the first, and keeps the deadline of the first', async () => {
  const { gate, api, connection } = await startHeld();
  await connection.send(list);
  await gate.held(1);
  const first = api.stop(forEver);
  const second = api.stop(1);
  expect(await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 50, 'waits'))])).toBe('waits');
  gate.open();
  expect(await connection.readResponse()).toMatchObject({ status: 200 });
  await Promise.all([first, second]);
});

it('may be called twice, before it listens, and after it has stopped, and leaves no timer behind', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = createServer();
  await server.stop(forEver);
  await server.listen(0, '127.0.0.1');
  await Promise.all([server.stop(forEver), server.stop(forEver)]);
  await server.stop(forEver);
  expect(vi.getTimerCount()).toBe(0);
});
