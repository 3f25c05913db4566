import type { ServerResponse } from 'node:http';
import Koa from 'koa';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHttpServer } from '../src/index.ts';
import { noReports } from './no-reports.ts';
import { openConnection } from './raw-connection.ts';
import { animal, chunk, jsonHeaders, spell, spellPost, withKey } from './spell-request.ts';
import { startApi, startConnected, startHeld } from './start-api.ts';

/** Longer than any test may take, so that a test fails if it waits for this. */
const forEver = 3_600_000;

const list = spell('GET /v1/pets', [withKey]);

describe('stopping', () => {
  it('responds to the requests in flight, with close on the last of each connection, and accepts no other', async () => {
    const { gate, api, connection } = await startHeld();
    const other = await api.open();
    await connection.send(list + list + spellPost(animal));
    await other.send(list);
    await gate.held(2);
    const stopped = api.stop(forEver);
    await expect(api.open()).rejects.toThrow('ECONNREFUSED');
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

  it('does not process requests after the response with close', async () => {
    const { gate, api, connection } = await startHeld();
    await connection.send(list);
    await gate.held();
    const stopped = api.stop(forEver);
    await connection.send(spellPost(animal) + spell('CONNECT example.com:443'));
    gate.open();
    expect((await connection.readResponse()).headers['connection']).toBe('close');
    expect(await connection.rest()).toBe('');
    await stopped;
    expect((await api.reports(1)).length).toBe(1);
  });

  it('waits for the rest of a body', async () => {
    const { api, connection } = await startConnected();
    await connection.send(spell('POST /v1/pets', jsonHeaders('Transfer-Encoding: chunked', 'Expect: 100-continue')));
    expect((await connection.readResponse()).status).toBe(100);
    const stopped = api.stop(forEver);
    const response = await connection.request(chunk(animal) + chunk(''));
    expect([response.status, response.headers['connection']]).toEqual([201, 'close']);
    await stopped;
  });

  it.each([
    ['a request', `${spell('GET /livez')}GET /li`],
    ['the first request of a connection', 'GET /li'],
  ])('responds to %s that has begun to arrive', async (_, begun) => {
    const { api, connection } = await startConnected();
    await connection.send(begun);
    if (begun.startsWith('GET /livez')) await connection.readResponse();
    // When the service responds on a later connection, it has read these bytes.
    await api.request(spell('GET /livez'));
    const stopped = api.stop(forEver);
    const response = await connection.request('vez HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect([response.status, response.headers['connection']]).toEqual([200, 'close']);
    await stopped;
  });

  it('closes idle and unused connections at once', async () => {
    const api = await startApi();
    const idle = await api.open();
    expect((await idle.request(spell('GET /livez'))).headers['connection']).toBe('keep-alive');
    const unused = await api.open();
    // When the service responds on a later connection, it has registered the unused one.
    const later = await api.open();
    await later.request(spell('GET /livez'));
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
    const server = createHttpServer(begin, noReports);
    const { port } = await server.listen(0, '127.0.0.1');
    const connection = await openConnection(port);
    await connection.send(spell('GET /'));
    const res = await begun.promise;
    const stopped = server.stop(forEver);
    res.end('b');
    const { headers, body } = await connection.readResponse();
    expect([headers['connection'], body]).toEqual(['keep-alive', 'ab']);
    expect(await connection.rest()).toBe('');
    await stopped;
  });

  it('cuts off unfinished requests at its deadline', async () => {
    const { gate, api, connection: slow } = await startHeld();
    const [halfBody, halfHead] = [await api.open(), await api.open()];
    await slow.send(list);
    await halfBody.send(spell('POST /v1/pets', jsonHeaders('Content-Length: 100'), '{'));
    await gate.held(2);
    await halfHead.request(`${spell('GET /livez')}GET /li`);
    await api.request(spell('GET /livez'));

    const begin = performance.now();
    await api.stop(300);
    expect(performance.now() - begin).toBeGreaterThan(290);
    for (const each of [slow, halfBody, halfHead]) expect(await each.rest()).toBe('');
    // Reported before `stop` resolves, because the caller may then end the process.
    expect(api.reported.filter(({ aborted }) => aborted).length).toBe(2);
    gate.open();
  });

  it('cuts off a request that has its response but whose body does not end', async () => {
    const { api, connection } = await startConnected();
    expect((await connection.request(spell('POST /v1/pets', ['Content-Length: 100']))).status).toBe(401);
    await api.stop(50);
    expect(await connection.rest()).toBe('');
  });

  it('may be called twice, before it listens, and after it has stopped', async () => {
    const server = createHttpServer(new Koa(), noReports);
    await server.stop(forEver);
    const { port } = await server.listen(0, '127.0.0.1');
    const connection = await openConnection(port);
    expect((await connection.request(spell('GET /'))).headers['connection']).toBe('keep-alive');
    await Promise.all([server.stop(forEver), server.stop(forEver)]);
    await server.stop(forEver);
    await expect(openConnection(port)).rejects.toThrow('ECONNREFUSED');
  });

  it('leaves no timer behind', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = createHttpServer(new Koa(), noReports);
    await server.listen(0, '127.0.0.1');
    await server.stop(forEver);
    expect(vi.getTimerCount()).toBe(0);
  });
});

it('listening returns the address, and fails if it is taken', async () => {
  const api = await startApi();
  const second = createHttpServer(new Koa(), noReports);
  await expect(second.listen(api.port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await second.stop(forEver);
  const connection = await openConnection(api.port);
  expect((await connection.request(spell('GET /livez'))).status).toBe(200);
});
