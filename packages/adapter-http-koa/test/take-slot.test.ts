import type { Authenticate } from '@animal-store/access';
import { createMemoryPetRepository } from '@animal-store/adapter-memory';
import { type AnimalStore, createAnimalStore } from '@animal-store/domain';
import { describe, expect, it, vi } from 'vitest';
import type { RecognizeApiKey, RecognizedApiKey } from '../src/index.ts';
import { apiKey, createGate, credential, type Gate, knowsOneKey, storeOf } from './fake-ports.ts';
import { animal, chunk, errorBody, jsonHeaders, spell, spellPost, withKey } from './spell-request.ts';
import { type RunningApi, startApi } from './start-api.ts';

const list = spell('GET /v1/pets', [withKey]);
const fetch = spell('GET /v1/pets/1', [withKey]);
const refusal = errorBody('service_unavailable', 'too many requests are in flight; retry later', 503);
const tooMuchOfKey = errorBody(
  'rate_limited',
  'this API key has too much in flight; wait for its responses and retry',
  429,
);

const readsTooMuch = errorBody(
  'rate_limited',
  'the lists of this API key read as much as one key may; wait for their responses and retry',
  429,
);

/** An API with a number of slots, and a store whose lists wait until the gate is opened. */
const startSlow = async (maxRequestsInFlight: number): Promise<{ readonly gate: Gate; readonly api: RunningApi }> => {
  const gate = createGate();
  const quick = createAnimalStore({ pets: createMemoryPetRepository() });
  const store: AnimalStore = { ...quick, listPets: (query) => gate.hold(quick.listPets(query)) };
  return { gate, api: await startApi({ ports: { store }, limits: { maxRequestsInFlight, maxKeySharePercent: 100 } }) };
};

const statusOf = async (api: RunningApi, request: string): Promise<number> => {
  return (await api.request(request)).status;
};

const occupy = async ({ api, gate }: { readonly api: RunningApi; readonly gate: Gate }, places: number) => {
  const connections = await Promise.all(Array.from({ length: places }, () => api.open()));
  for (const connection of connections) await connection.send(list);
  await gate.held(places);
  return connections;
};

describe('one request too many', () => {
  it('is refused at once, like any other error, and served when a slot is free again', async () => {
    const { gate, api } = await startSlow(2);
    const [slow] = await occupy({ api, gate }, 2);
    const connection = await api.open();
    const refused = await connection.request(spell('GET /v1/pets', [withKey, 'X-Request-Id: one-too-many']));
    const { date, ...headers } = refused.headers;
    expect({ status: refused.status, headers, body: refused.body }).toEqual({
      status: 503,
      body: refusal,
      headers: {
        'x-request-id': 'one-too-many',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-type': 'application/json',
        'content-length': `${refusal.length}`,
        'retry-after': '1',
        connection: 'keep-alive',
        'keep-alive': expect.stringMatching(/^timeout=/),
      },
    });
    expect(await api.reports(1)).toStrictEqual([
      {
        requestId: 'one-too-many',
        method: 'GET',
        route: '/v1/pets',
        status: 503,
        duration: expect.any(Number),
        aborted: false,
        apiKeyId: apiKey.id,
        failure: 'too much is in flight in this process',
        refusal: 'slot',
      },
    ]);
    gate.open();
    expect((await slow?.readResponse())?.status).toBe(200);
    expect((await connection.request(list)).status).toBe(200);
  });

  it('is refused before its key is looked up', async () => {
    const gate = createGate();
    const authenticate = vi.fn((sent: string) => gate.hold(knowsOneKey(sent)));
    const api = await startApi({ ports: { authenticate }, limits: { maxUnauthenticatedInFlight: 1 } });
    await occupy({ api, gate }, 1);
    expect(await statusOf(api, spell('GET /v1/pets'))).toBe(503);
    expect(await statusOf(api, spell('GET /v1/pets', ['Authorization: Bearer none']))).toBe(503);
    expect(authenticate).toHaveBeenCalledTimes(1);
  });

  it('is served if its key is cached, regardless of other requests', async () => {
    const gate = createGate();
    const authenticate: Authenticate = (sent) =>
      sent === credential ? knowsOneKey(sent) : gate.hold(knowsOneKey(sent));
    const recognize: RecognizeApiKey = (sent) => (sent === credential ? { apiKey, isCurrent: false } : undefined);
    const api = await startApi({ ports: { authenticate, recognize }, limits: { maxUnauthenticatedInFlight: 1 } });
    const flooding = await api.open();
    await flooding.send(spell('GET /v1/pets', ['Authorization: Bearer unknown']));
    await gate.held();
    expect(await statusOf(api, spell('GET /v1/pets', ['Authorization: Bearer other']))).toBe(503);
    expect(await statusOf(api, list)).toBe(200);
    gate.open();
    expect((await flooding.readResponse()).status).toBe(401);
  });

  it.each([
    ['before the lookup, if its key is recognized', (): RecognizedApiKey => ({ apiKey, isCurrent: false })],
    ['after the lookup, if not', () => undefined],
  ])('of one API key gets 429 %s', async (_, recognize) => {
    const gate = createGate();
    const quick = createAnimalStore({ pets: createMemoryPetRepository() });
    const store: AnimalStore = { ...quick, listPets: (query) => gate.hold(quick.listPets(query)) };
    const limits = { maxRequestsInFlight: 3, maxKeySharePercent: 50 };
    const api = await startApi({ ports: { store, recognize }, limits });
    const [slow] = await occupy({ api, gate }, 2);
    const connection = await api.open();
    const { status, headers, body } = await connection.request(list);
    expect([status, headers['retry-after'], body]).toEqual([429, '1', tooMuchOfKey]);
    expect(await api.reports(1)).toMatchObject([{ apiKeyId: apiKey.id, refusal: 'share' }]);
    gate.open();
    expect((await slow?.readResponse())?.status).toBe(200);
    expect((await connection.request(list)).status).toBe(200);
  });

  it('of one API key is refused with the reason if its lists read too much at once', async () => {
    const gate = createGate();
    const quick = createAnimalStore({ pets: createMemoryPetRepository() });
    const store: AnimalStore = { ...quick, listPets: (query) => gate.hold(quick.listPets(query)) };
    const limits = { maxBytesBeingRead: 40_000, maxKeySharePercent: 50, maxListWait: 1 };
    const api = await startApi({ ports: { store }, limits });
    await occupy({ api, gate }, 1);
    const { status, headers, body } = await api.request(list);
    expect([status, headers['retry-after'], body]).toEqual([429, '1', readsTooMuch]);
    expect(await api.reports(1)).toMatchObject([{ refusal: 'share' }]);
    gate.open();
  });

  it('is refused before its body has arrived, and the connection can be used for another request', async () => {
    const { gate, api } = await startSlow(1);
    await occupy({ api, gate }, 1);
    const connection = await api.open();
    const post = spellPost(animal);
    expect((await connection.request(post.slice(0, -5))).body).toBe(refusal);
    gate.open();
    expect((await connection.request(post.slice(-5) + list)).body).toBe('[]');
  });

  it('does not get 100 Continue', async () => {
    const { gate, api } = await startSlow(1);
    await occupy({ api, gate }, 1);
    const connection = await api.open();
    await connection.send(spell('POST /v1/pets', jsonHeaders('Content-Length: 100', 'Expect: 100-continue')));
    const { status, headers } = await connection.readResponse();
    expect([status, headers['connection']]).toEqual([503, 'close']);
    expect(await connection.rest()).toBe('');
  });

  it('gets the deprecation headers of its operation', async () => {
    const { gate, api } = await startSlow(1);
    await occupy({ api, gate }, 1);
    const { status, headers } = await api.request(fetch);
    expect([status, headers['deprecation']]).toEqual([503, '@1764892800']);
  });

  it('is never outside /v1', async () => {
    const gate = createGate();
    const authenticate: Authenticate = (sent) => gate.hold(knowsOneKey(sent));
    const api = await startApi({ ports: { authenticate }, limits: { maxUnauthenticatedInFlight: 1 } });
    await occupy({ api, gate }, 1);
    const targets = ['/livez', '/readyz', '/openapi.json', '/docs'];
    const statuses = await Promise.all(targets.map((target) => statusOf(api, spell(`GET ${target}`))));
    expect(statuses).toEqual([200, 200, 200, 200]);
  });
});

describe('a slot', () => {
  it('is taken while a body arrives', async () => {
    const api = await startApi({ limits: { maxRequestsInFlight: 1 } });
    const slow = await api.open();
    await slow.send(spell('POST /v1/pets', jsonHeaders('Content-Length: 100', 'Expect: 100-continue')));
    expect((await slow.readResponse()).status).toBe(100);
    expect(await statusOf(api, list)).toBe(503);
    slow.reset();
    await api.reports(2);
    await api.worked();
    expect(await statusOf(api, list)).toBe(200);
  });

  it('is taken until the response to an authenticated client is sent', async () => {
    const { gate, api } = await startSlow(2);
    const connection = await api.open();
    await connection.send(list + fetch);
    await gate.held();
    expect(await statusOf(api, fetch)).toBe(503);
    gate.open();
    expect([(await connection.readResponse()).status, (await connection.readResponse()).status]).toEqual([200, 404]);
    expect(await statusOf(api, fetch)).toBe(404);
  });

  it('is not taken by unauthenticated requests whose responses are not read', async () => {
    const gate = createGate();
    const quick = createAnimalStore({ pets: createMemoryPetRepository() });
    const store: AnimalStore = { ...quick, listPets: (query) => gate.hold(quick.listPets(query)) };
    const api = await startApi({ ports: { store }, limits: { maxUnauthenticatedInFlight: 1 } });
    const connection = await api.open();
    await connection.send(list + spell('POST /v1/pets', ['Content-Length: 2'], '{}').repeat(3));
    await gate.held();
    // Three 401 responses wait behind the list, but the slot is free.
    expect(await statusOf(api, fetch)).toBe(404);
  });

  it('is kept after its client has disconnected, while the store works for it', async () => {
    const { gate, api } = await startSlow(1);
    const [connection] = await occupy({ api, gate }, 1);
    connection?.reset();
    expect(await api.reports(1)).toMatchObject([{ status: 499, apiKeyId: apiKey.id }]);
    expect(await statusOf(api, list)).toBe(503);
    gate.open();
    await api.worked();
    expect(await statusOf(api, list)).toBe(200);
  });

  it('is free again after a request of any outcome', async () => {
    const store = storeOf(() => {
      throw new Error('a bug');
    });
    const api = await startApi({ ports: { store }, limits: { maxRequestsInFlight: 1 } });
    const requests = [list, fetch, spellPost('{'), spellPost(animal), spell('GET /v1/x', [withKey]), list];
    const statuses: number[] = [];
    for (const request of requests) statuses.push(await statusOf(api, request));
    expect(statuses).toEqual([500, 500, 400, 500, 404, 500]);
  });

  it.each([
    ['a bad chunk', 'Content-Encoding: identity', 'zz\r\n', 400],
    ['a bad chunk of a compressed body', 'Content-Encoding: gzip', 'zz\r\n', 400],
    ['a body that does not come in time', 'Content-Encoding: identity', '', 408],
  ])('is free again after %s', async (_, header, bytes, status) => {
    const limits = { headersTimeout: 200, requestTimeout: 200, connectionsCheckingInterval: 20 };
    const api = await startApi({ limits: { maxRequestsInFlight: 1, ...limits } });
    const headers = jsonHeaders('Transfer-Encoding: chunked', header);
    expect(await statusOf(api, spell('POST /v1/pets', headers, chunk('{') + bytes))).toBe(status);
    await api.worked();
    expect(await statusOf(api, list)).toBe(200);
  });
});
