import { connect } from 'node:net';
import type { Pet } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { expect, it, onTestFinished } from 'vitest';
import { storeWith } from './fake-ports.ts';
import { chunk, errorBody, jsonHeaders, spell, withKey } from './spell-request.ts';
import { startApi, startConnected, startHeld } from './start-api.ts';

const short = { headersTimeout: 200, requestTimeout: 200, connectionsCheckingInterval: 20 };
const tooSlow = errorBody('request_timeout', 'the request took too long to arrive', 408);

it('end a wait with 408 in each part of the headers', async () => {
  const api = await startApi({ limits: short });
  const line = 'GET /v1/pets HTTP/1.1\r\n';
  const parts = [line.slice(0, -5), `${line}Host: localhost\r\n${withKey}\r\n`];
  const waits = parts.map(async (bytes) => {
    const connection = await api.open();
    const { status, headers, body } = await connection.request(bytes);
    return [status, headers['content-type'], body, headers['connection'], await connection.rest()];
  });
  expect(await Promise.all(waits)).toEqual(parts.map(() => [408, 'application/json', tooSlow, 'close', '']));
  expect(api.reported).toEqual([]);
});

it.each([
  ['a body', jsonHeaders('Content-Length: 100', 'X-Request-Id: slow'), '{'],
  [
    'a compressed body',
    jsonHeaders('Content-Encoding: gzip', 'Transfer-Encoding: chunked', 'X-Request-Id: slow'),
    chunk('\x1f\x8b'),
  ],
])('end a wait for %s with 408, under the id of the request', async (_, sent, part) => {
  const { api, connection } = await startConnected({ limits: short });
  const { status, headers, body } = await connection.request(spell('POST /v1/pets', sent, part));
  expect([status, headers['content-type'], body]).toEqual([408, 'application/json', tooSlow]);
  expect([headers['connection'], headers['x-request-id']]).toEqual(['close', 'slow']);
  expect(await connection.rest()).toBe('');
  const reports = await api.reports(1);
  expect(reports.map(({ requestId, route, status: sent }) => [requestId, route, sent])).toEqual([
    ['slow', '/v1/pets', 408],
  ]);
  expect(api.activeRequests()).toBe(0);
});

it.each([
  ['headers', `GET /v1/pets HTTP/1.1\r\nHost: localhost\r\nX: `, 'x'],
  ['a body', spell('POST /v1/pets', jsonHeaders('Content-Length: 60000'), '{'), ' '],
])('end a wait for %s of which bytes keep arriving', async (_, bytes, drip) => {
  const { connection } = await startConnected({ limits: short });
  await connection.send(bytes);
  const timer = setInterval(() => void connection.send(drip), 20);
  onTestFinished(() => clearInterval(timer));
  expect((await connection.readResponse()).body).toBe(tooSlow);
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
  expect((await (await api.open()).request('GET /')).status).toBe(408);
  gate.open();
  expect((await patient.readResponse()).status).toBe(200);
});

it('ends the connection of a client that does not read', async () => {
  const pet = { id: 1n, name: 'x'.repeat(60_000), categoryId: 1n } as unknown as Pet;
  const store = storeWith({ listPets: () => TE.right({ pets: Array.from({ length: 100 }, () => pet) }) });
  const api = await startApi({ ports: { store }, limits: { timeout: 300 } });
  const socket = connect({ port: api.port, host: '127.0.0.1' }).pause();
  onTestFinished(() => void socket.destroy());
  socket.write(spell('GET /v1/pets?limit=100', [withKey]));
  expect((await api.reports(1)).map(({ status, aborted }) => [status, aborted])).toEqual([[200, true]]);
});

it('announces how long an idle connection stays open, and closes it then', async () => {
  const { connection } = await startConnected({ limits: { keepAliveTimeout: 1_000 } });
  expect((await connection.request(spell('GET /livez'))).headers['keep-alive']).toBe('timeout=1');
  expect(await connection.rest()).toBe('');
});
