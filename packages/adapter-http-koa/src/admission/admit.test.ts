import type { Authenticate } from '@animal-store/access';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiKey, createGate, credential, knowsOneKey, storeOf, storeWith, unavailable } from '../../test/fake-ports.ts';
import { animal, errorBody } from '../../test/spell-request.ts';
import { startPipeline } from '../../test/start-pipeline.ts';
import type { RecognizeApiKey } from './recognized-api-key.ts';

const list = 'GET /v1/pets';
const withCredential = (sent: string) => ({ headers: { authorization: `Bearer ${sent}` } });
const recognizes: RecognizeApiKey = (sent) => (sent === credential ? { apiKey, isCurrent: false } : undefined);

describe('one request too many', () => {
  it('is refused at once, like any other error, and served when a slot is free again', async () => {
    const { send } = startPipeline({}, { maxRequestsInFlight: 1 });
    const slow = await send(list);
    const read = vi.fn();
    const body = errorBody('service_unavailable', 'too many requests are in flight; retry later', 503);
    expect(await send('POST /v1/pets', { body: { read } })).toMatchObject({
      status: 503,
      body,
      headers: { 'content-type': 'application/json', 'retry-after': '1' },
      apiKeyId: apiKey.id,
      failure: 'too much is in flight in this process',
      refusal: 'slot',
    });
    expect(read).not.toHaveBeenCalled();
    slow.release?.();
    expect((await send(list)).status).toBe(200);
  });

  it('is refused before its key is looked up', async () => {
    const gate = createGate();
    const authenticate = vi.fn((sent: string) => gate.hold(knowsOneKey(sent)));
    const { send } = startPipeline({ authenticate }, { maxUnauthenticatedInFlight: 1 });
    const slow = send(list);
    expect((await send(list, { headers: { authorization: undefined } })).status).toBe(503);
    expect((await send(list, withCredential('none'))).status).toBe(503);
    expect(authenticate).toHaveBeenCalledTimes(1);
    gate.open();
    expect((await slow).status).toBe(200);
  });

  it('is served if its key is cached, regardless of other requests', async () => {
    const gate = createGate();
    const authenticate: Authenticate = (sent) =>
      sent === credential ? knowsOneKey(sent) : gate.hold(knowsOneKey(sent));
    const { send } = startPipeline({ authenticate, recognize: recognizes }, { maxUnauthenticatedInFlight: 1 });
    const flooding = send(list, withCredential('unknown'));
    expect((await send(list, withCredential('other'))).status).toBe(503);
    expect((await send(list)).status).toBe(200);
    gate.open();
    expect((await flooding).status).toBe(401);
  });

  it.each([
    ['before the lookup, if its key is recognized', recognizes, 0],
    ['after the lookup, if not', () => undefined, 1],
  ])('of one API key gets 429 %s', async (_, recognize, lookups) => {
    const authenticate = vi.fn(knowsOneKey);
    const limits = { maxRequestsInFlight: 3, maxKeySharePercent: 50 };
    const { send, usage } = startPipeline({ authenticate, recognize }, limits);
    const [slow] = [await send(list), await send(list)];
    authenticate.mockClear();
    const message = 'this API key has too much in flight; wait for its responses and retry';
    const refused = await send(list);
    expect(refused).toMatchObject({
      status: 429,
      body: errorBody('rate_limited', message, 429),
      headers: { 'retry-after': '1' },
      apiKeyId: apiKey.id,
      refusal: 'share',
    });
    expect([refused.failure, authenticate.mock.calls.length]).toEqual([undefined, lookups]);
    expect(usage()).toMatchObject({ requests: 2, unauthenticatedRequests: 0 });
    slow?.release?.();
    expect((await send(list)).status).toBe(200);
  });

  it('is never outside /v1', async () => {
    const { send } = startPipeline({}, { maxUnauthenticatedInFlight: 0, maxRequestsInFlight: 0 });
    for (const target of ['/livez', '/readyz', '/openapi.json', '/docs']) {
      expect((await send(`GET ${target}`)).status).toBe(200);
    }
  });
});

describe('a list', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('is refused with the reason if the lists of its API key read too much for too long', async () => {
    const gate = createGate();
    const { listPets } = storeWith({});
    const limits = { maxBytesBeingRead: 40_000, maxKeySharePercent: 50, maxListWait: 7 };
    const store = storeWith({ listPets: (query) => gate.hold(listPets(query)) });
    const { send, usage } = startPipeline({ store }, limits);
    const [slow, refused] = [send(list), send(list)];
    await gate.held();
    expect(usage().bytesBeingRead).toBe(20 * 1_024);
    await vi.advanceTimersByTimeAsync(7);
    const message = 'the lists of this API key read as much as one key may; wait for their responses and retry';
    expect(await refused).toMatchObject({
      status: 429,
      body: errorBody('rate_limited', message, 429),
      headers: { 'retry-after': '1' },
      refusal: 'share',
    });
    gate.open();
    expect((await slow).status).toBe(200);
  });
});

describe('a slot', () => {
  it('is taken while a body arrives', async () => {
    const arrived = Promise.withResolvers<Buffer>();
    const { send, usage } = startPipeline();
    const headers = { 'content-type': 'application/json' };
    const adding = send('POST /v1/pets', { headers, body: { read: () => arrived.promise } });
    await vi.waitFor(() =>
      expect(usage()).toMatchObject({ requests: 1, unauthenticatedRequests: 0, bytes: 4 * 65_536 }),
    );
    arrived.resolve(Buffer.from(animal));
    expect((await adding).status).toBe(201);
  });

  it.each([
    [500, list, {}],
    [500, 'POST /v1/pets', { body: animal }],
    [400, 'POST /v1/pets', { body: '{' }],
    [404, 'GET /v1/x', {}],
    [401, list, withCredential('other')],
    [401, list, withCredential('a b')],
    [401, list, { headers: { authorization: undefined } }],
    [500, list, withCredential('bug')],
    [503, list, withCredential('outage')],
  ])('is free again after a %i for %s %j', async (status, target, parts) => {
    const bug = (): never => {
      throw new Error('a bug');
    };
    const keys: Readonly<Record<string, Authenticate>> = { bug, outage: () => unavailable };
    const authenticate: Authenticate = (sent) => (keys[sent] ?? knowsOneKey)(sent);
    const { send, usage } = startPipeline({ store: storeOf(bug), authenticate });
    const response = await send(target, parts);
    response.release?.();
    expect(response.status).toBe(status);
    expect(usage()).toEqual({ requests: 0, unauthenticatedRequests: 0, bytes: 0, bytesBeingRead: 0 });
  });
});

it('a key that is missing or malformed is not looked up', async () => {
  const authenticate = vi.fn(knowsOneKey);
  const { send } = startPipeline({ authenticate });
  for (const authorization of [undefined, 'Bearer', 'Basic eDp5', 'Bearer a b']) {
    expect((await send(list, { headers: { authorization } })).status).toBe(401);
  }
  expect(authenticate).not.toHaveBeenCalled();
});
