import type { ApiKey, Authenticate } from '@animal-store/access';
import { either as E, taskEither as TE } from 'fp-ts';
import { expect, it, vi } from 'vitest';
import { apiKey, createGate, storeWith } from '../../test/fake-ports.ts';
import { errorBody, spell, withKey } from '../../test/spell-request.ts';
import { startConnected } from '../../test/start-api.ts';
import { credentialOf } from './guard.ts';

const list = spell('GET /v1/pets', [withKey]);

/** Starts the API with a list that waits until the gate is opened. Any key is valid, and its own id. */
const start = async (maxRequestsInFlight: number) => {
  const gate = createGate();
  const authenticate: Authenticate = (sent) => TE.right({ ...apiKey, id: sent as ApiKey['id'] });
  const store = storeWith({ listPets: () => gate.hold(TE.right({ pets: [] })) });
  const ports = { store, authenticate };
  return { gate, ...(await startConnected({ ports, options: { maxRequestsInFlight } })) };
};

it('keeps the slot of a client that has left until the work for it is done', async () => {
  const { gate, api, connection } = await start(1);
  await connection.send(list);
  await gate.held();
  connection.reset();
  await api.reports(1);
  const body = errorBody('service_unavailable', 'too many requests are in flight; retry later', 503);
  expect(await api.request(list)).toMatchObject({ status: 503, body, headers: { 'retry-after': '1' } });
  const [, refused] = await api.reports(2);
  expect(refused).toMatchObject({ refusal: 'slot', failure: 'too much is in flight in this process' });
  gate.open();
  expect((await api.request(list)).status).toBe(200);
});

it('frees the slot of a request with its response', async () => {
  const { gate, connection } = await start(1);
  gate.open();
  for (let sent = 0; sent < 2; sent += 1) expect((await connection.request(list)).status).toBe(200);
});

it.each(['GET /livez', 'GET /readyz', 'GET /openapi.json', 'OPTIONS /v1/pets'])('%s takes no slot', async (target) => {
  const options = { maxRequestsInFlight: 1, corsOrigins: ['https://shop.example'] };
  const gate = createGate();
  const { api, connection } = await startConnected({
    options,
    ports: { authenticate: () => gate.hold(TE.right(apiKey)) },
  });
  await connection.send(list);
  await gate.held();
  const preflight = ['Origin: https://shop.example', 'Access-Control-Request-Method: POST'];
  expect((await api.request(spell(target, preflight))).status).toBe(target.startsWith('OPTIONS') ? 204 : 200);
  gate.open();
});

it('leaves half of the requests in flight to other keys', async () => {
  const { gate, api, connection } = await start(3);
  const [second, other] = [await api.open(), await api.open()];
  for (const each of [connection, second]) await each.send(list);
  await gate.held(2);
  const body = errorBody('rate_limited', 'this API key has too much in flight; wait for its responses and retry', 429);
  expect(await api.request(list)).toMatchObject({ status: 429, body, headers: { 'retry-after': '1' } });
  expect(await api.reports(1)).toMatchObject([{ refusal: 'share', apiKeyId: 'key.of-the-tests' }]);
  await other.send(spell('GET /v1/pets', ['Authorization: Bearer other']));
  await gate.held(3);
  gate.open();
  for (const each of [connection, second, other]) expect((await each.readResponse()).status).toBe(200);
});

it('does not begin the operation of a client that has left', async () => {
  const gate = createGate();
  const listPets = vi.fn();
  const ports = { store: storeWith({ listPets }), authenticate: () => gate.hold(TE.right(apiKey)) };
  const { api, connection } = await startConnected({ ports, options: { maxRequestsInFlight: 1 } });
  await connection.send(list);
  await gate.held();
  connection.reset();
  await api.reports(1);
  gate.open();
  expect((await api.request(spell('GET /v1/nothing', [withKey]))).status).toBe(404);
  expect(listPets).not.toHaveBeenCalled();
});

it.each([
  ['Bearer abc', E.right('abc')],
  ['bEARER   A-z0.9_~+/==', E.right('A-z0.9_~+/==')],
  ['Bearer  abc', E.right('abc')],
  ['Bearer ', E.left('malformed')],
  ['Bearer a=b', E.left('malformed')],
  ['Bearer é', E.left('malformed')],
  ['Bearer\tabc', E.left('missing')],
  ['Bearer', E.left('missing')],
  ['Bearerabc', E.left('missing')],
  ['x Bearer abc', E.left('missing')],
  ['', E.left('missing')],
])('reads the credential of %j', (authorization, expected) => {
  expect(credentialOf(authorization)).toEqual(expected);
});
