import { either as E, taskEither as TE } from 'fp-ts';
import { expect, it, vi } from 'vitest';
import { apiKey, createGate, storeWith } from '../../test/fake-ports.ts';
import { errorBody, spell, withKey } from '../../test/spell-request.ts';
import { startConnected } from '../../test/start-api.ts';
import { credentialOf } from './guard.ts';

const list = spell('GET /v1/pets', [withKey]);

/** Starts the API with a store that waits until the gate is opened. */
const start = async (maxRequestsInFlight: number) => {
  const gate = createGate();
  const authenticate = vi.fn((id: string) => TE.right({ ...apiKey, id: id as typeof apiKey.id }));
  const store = storeWith({ listPets: () => gate.hold(TE.right({ pets: [] })) });
  return {
    gate,
    authenticate,
    ...(await startConnected({ ports: { store, authenticate }, options: { maxRequestsInFlight } })),
  };
};

it.each(['waits for its response', 'has left'])(
  'refuses one request too many before its key is looked up, until the work for a client that %s is done',
  async (what) => {
    const { gate, authenticate, api, connection } = await start(1);
    await connection.send(list);
    await gate.held();
    if (what === 'has left') {
      connection.reset();
      await api.reports(1);
    }
    const body = errorBody('service_unavailable', 'too many requests are in flight; retry later', 503);
    expect(await api.request(list)).toMatchObject({ status: 503, body, headers: { 'retry-after': '1' } });
    expect((await api.request(spell('GET /v1/pets'))).status).toBe(503);
    expect(authenticate).toHaveBeenCalledTimes(1);
    const failure = 'too much is in flight in this process';
    const refusals = api.reported.filter(({ status }) => status === 503);
    expect(refusals).toMatchObject(Array(2).fill({ refusal: 'slot', failure }));
    gate.open();
    if (what !== 'has left') expect((await connection.readResponse()).status).toBe(200);
    expect((await api.request(list)).status).toBe(200);
  },
);

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
