import { connect } from 'node:net';
import type { Pet } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { expect, it, onTestFinished } from 'vitest';
import { storeWith } from './fake-ports.ts';
import { chunk, errorBody, jsonHeaders, spell, withKey } from './spell-request.ts';
import { startApi, startConnected, startHeld } from './start-api.ts';

const short = { headersTimeout: 200, requestTimeout: 200, connectionsCheckingInterval: 20 };
const tooSlow = errorBody('request_timeout', 'the request took too long to arrive', 408);
const post = (part: string, ...headers: readonly string[]): string =>
  spell('POST /v1/pets', jsonHeaders('X-Request-Id: slow', ...headers), part);

it.each([
  ['the request line', 'GET /v1/pets HTT'],
  ['the headers', 'GET /v1/pets HTTP/1.1\r\nHost: localhost\r\n'],
  ['the headers, of which bytes keep arriving', 'GET /v1/pets HTTP/1.1\r\nX: ', 'x'],
  ['a body', post('{', 'Content-Length: 100')],
  ['a body, of which bytes keep arriving', post('{', 'Content-Length: 60000'), ' '],
  ['a compressed body', post(chunk('\x1f\x8b'), 'Content-Encoding: gzip', 'Transfer-Encoding: chunked')],
])('end a wait for %s with 408, under the id of a request', async (name, bytes, drip = '') => {
  const { api, connection } = await startConnected({ limits: short });
  const timer = setInterval(() => void connection.send(drip), 20);
  onTestFinished(() => clearInterval(timer));
  const headers = { 'content-type': 'application/json', connection: 'close' };
  const response = await connection.request(bytes);
  expect(response).toMatchObject({ status: 408, body: tooSlow, headers });
  expect(await connection.rest()).toBe('');
  const isBody = name.includes('body');
  const { 'x-request-id': requestId } = response.headers;
  expect(api.reported).toMatchObject(isBody ? [{ requestId: 'slow', route: '/v1/pets', status: 408 }] : []);
  expect(api.refused).toEqual(isBody ? [] : [{ requestId, status: 408, code: 'request_timeout' }]);
  expect(api.activeRequests()).toBe(0);
});

it('close a connection that sent nothing without a response', async () => {
  const { api, connection } = await startConnected({ limits: short });
  expect(await connection.rest()).toBe('');
  expect([api.reported, api.refused]).toEqual([[], []]);
});

it('do not apply to the work of the service', async () => {
  const { gate, api, connection: patient } = await startHeld({ limits: short });
  await patient.send(spell('GET /v1/pets', [withKey]));
  await gate.held();
  // When a later connection times out, the limit has passed for this one too.
  expect((await api.request('GET /')).status).toBe(408);
  gate.open();
  expect((await patient.readResponse()).status).toBe(200);
});

/** Starts the API for two requests, one for each key. A client asks for a page that fills the buffers, and does not read it. */
const startUnread = async (timeout: number) => {
  const listed = Promise.withResolvers<void>();
  const pet = { id: 1n, name: 'x'.repeat(60_000), categoryId: 1n } as unknown as Pet;
  const listPets = () => {
    listed.resolve();
    return TE.right({ pets: Array.from({ length: 100 }, () => pet) });
  };
  const options = { maxRequestsInFlight: 2 };
  const api = await startApi({ ports: { store: storeWith({ listPets }) }, options, limits: { ...short, timeout } });
  const socket = connect({ port: api.port, host: '127.0.0.1' }).pause();
  onTestFinished(() => void socket.destroy());
  socket.write(spell('GET /v1/pets?limit=100', [withKey]));
  await listed.promise;
  return api;
};

it('let a client that does not read keep its slot', async () => {
  const api = await startUnread(40_000);
  expect((await api.send('HEAD /v1/pets')).status).toBe(429);
});

it('end the connection of a client that does not read, and free its slot', async () => {
  const api = await startUnread(300);
  expect(await api.reports(1)).toMatchObject([{ status: 200, aborted: true }]);
  expect((await api.send('HEAD /v1/pets')).status).toBe(200);
});

it('announces how long an idle connection stays open, and closes it then', async () => {
  const { connection } = await startConnected({ limits: { keepAliveTimeout: 1_000 } });
  expect((await connection.request(spell('GET /livez'))).headers['keep-alive']).toBe('timeout=1');
  expect(await connection.rest()).toBe('');
});
