import { setImmediate } from 'node:timers/promises';
import type { ApiKeyId } from '@animal-store/access';
import { repositoryUnavailable } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { apiRequest } from '../test/api-request.ts';
import { apiKey, fakePorts } from '../test/fake-ports.ts';
import { animal } from '../test/spell-request.ts';
import { startPipeline } from '../test/start-pipeline.ts';
import { createHttpApi } from './http-api.ts';
import type { ApiRequest } from './message/request.ts';
import type { HttpApiOptions, HttpApiPorts } from './options.ts';
import { largeResponse } from './pipeline.ts';

const bad = { expect: 'more' };
const other = { authorization: 'Bearer other' };
const full = { maxRequestsInFlight: 0, maxUnauthenticatedInFlight: 0 };
const rate = { rateLimit: { requests: 1, seconds: 60 } };

/** Each request breaks the rule of its row and of all rows below, so its status shows which check comes first. */
const order: readonly (readonly [string, string, Parameters<typeof apiRequest>[1], Partial<HttpApiOptions>, number])[] =
  [
    ['the message', 'PUT /v1/nothing', { headers: { ...bad, ...other } }, full, 417],
    ['a slot', 'PUT /v1/nothing', { headers: other }, full, 503],
    ['the key', 'PUT /v1/nothing', { headers: other }, rate, 401],
    ['the rate', 'PUT /v1/nothing', {}, rate, 429],
    ['the path', 'PUT /v1/nothing', {}, {}, 404],
    ['the method', 'PUT /v1/pets', { body: '{' }, {}, 405],
    ['the bytes', 'POST /v1/pets', { body: '{', headers: { 'content-type': 'no' } }, { maxBytesInFlight: 0 }, 503],
    [
      'the media type',
      'POST /v1/pets',
      { body: '{', headers: { 'content-type': 'no', 'content-length': '99999' } },
      {},
      415,
    ],
    ['the size', 'POST /v1/pets', { body: '{', headers: { 'content-length': '99999' } }, {}, 413],
    ['the content', 'POST /v1/pets', { body: '{' }, {}, 400],
    ['nothing', 'POST /v1/pets', { body: animal }, {}, 201],
  ];

it.each(order)('a request is refused for %s', async (_, target, parts, options, status) => {
  const { respond } = startPipeline({}, options);
  if (options === rate) await respond(apiRequest('GET /v1/pets'));
  expect((await respond(apiRequest(target, parts))).status).toBe(status);
});

it.each([
  ['/v1', 401],
  ['/v1/pets/', 401],
  ['/v10', 404],
])('needs a key for %s: %i', async (path, status) => {
  const { respond } = startPipeline();
  expect((await respond(apiRequest(`GET ${path}`, { headers: other }))).status).toBe(status);
  expect((await respond(apiRequest(`GET ${path}`))).status).toBe(404);
});

it('is used by the listener, which knows what its requests hold', () => {
  const listener = createHttpApi(
    fakePorts(() => undefined, {}),
    { base: '/v1', getPetAfterSunset: 'gone' },
  );
  expect(listener.usage()).toEqual(startPipeline().usage());
});

describe('what the connection learns', () => {
  const learn = async (
    headers: ApiRequest['headers'],
    options: Partial<HttpApiOptions> = {},
    ports: Partial<HttpApiPorts> = {},
  ) => {
    const seen: unknown[] = [];
    const { respond } = startPipeline(ports, options);
    const connection = {
      accept: (id: ApiKeyId) => seen.push(id),
      reject: () => seen.push('rejected'),
      waitToSend: () => undefined,
    };
    for (let times = 0; times < 2; times += 1) await respond(apiRequest('GET /v1/pets', { headers, connection }));
    return seen;
  };

  it.each<readonly [string, ApiRequest['headers'], Partial<HttpApiOptions>, Partial<HttpApiPorts>, readonly unknown[]]>(
    [
      ['a valid key', {}, {}, {}, [apiKey.id, apiKey.id]],
      ['a recognized key', {}, {}, { recognize: () => ({ apiKey, isCurrent: true }) }, [apiKey.id, apiKey.id]],
      ['a key above its rate', {}, rate, {}, [apiKey.id]],
      ['an unknown key', other, {}, {}, ['rejected', 'rejected']],
      ['a malformed key', { authorization: 'Bearer a b' }, {}, {}, ['rejected', 'rejected']],
      ['no key', { authorization: undefined }, {}, {}, []],
      ['a key that the store cannot check', {}, {}, { authenticate: () => TE.left(repositoryUnavailable('lost')) }, []],
    ],
  )('%s', async (_, headers, options, ports, expected) => {
    expect(await learn(headers, options, ports)).toEqual(expected);
  });
});

describe('a response', () => {
  const closing: readonly (readonly [string, Partial<ApiRequest>, boolean])[] = [
    ['an ordinary request', {}, false],
    ['a malformed message', { version: '2.0' }, true],
    ['a method of RTSP', { method: 'DESCRIBE' }, true],
    ['an upgrade', { headers: { host: 'a', connection: 'keep-alive, Upgrade', upgrade: 'h2c' } }, true],
    ['an upgrade alone', { headers: { host: 'a', connection: 'upgrade, keep-alive', upgrade: 'h2c' } }, true],
    ['another option', { headers: { host: 'a', connection: 'upgrade-now, noupgrade', upgrade: 'h2c' } }, false],
    ['an upgrade to nothing', { headers: { host: 'a', connection: 'upgrade' } }, false],
    ['an upgrade that Node.js ignores', { headers: { host: 'a', connection: 'close', upgrade: 'h2c' } }, false],
  ];
  it.each(closing)('ends the connection after %s: %#', async (_, parts, closes) => {
    expect((await startPipeline().respond({ ...apiRequest('GET /livez'), ...parts })).closes).toBe(closes);
  });

  it('of a known key holds its slot and large bytes until it is released, whatever the outcome', async () => {
    const name = 'x'.repeat(largeResponse);
    const { respond } = startPipeline(
      {},
      { maxRequestsInFlight: 1, maxBytesInFlight: 2 * largeResponse, maxKeySharePercent: 100 },
    );
    const added = await respond(apiRequest('POST /v1/pets', { body: JSON.stringify({ name, categoryId: 1 }) }));
    for (const target of ['GET /v1/pets', 'GET /v1/nothing', 'PUT /v1/pets', 'GET /v1/pets?limit=0']) {
      expect((await respond(apiRequest(target))).status).toBe(503);
    }
    added.release?.();
    const list = await respond(apiRequest('GET /v1/pets'));
    expect([added.status, list.status, list.apiKeyId]).toEqual([201, 200, apiKey.id]);
  });

  it.each([
    ['429 to the key that spent its share', 50, 429, 'share'],
    ['503 when all of it is spent', 100, 503, 'bytes'],
  ])('counts to the budget of bytes until it is released, if it is large, and leads to %s', async (...row) => {
    const [, maxKeySharePercent, status, refusal] = row;
    const maxBytesInFlight = (largeResponse * 100) / maxKeySharePercent;
    const { respond } = startPipeline({}, { maxBytesInFlight, maxKeySharePercent });
    const send = async (target: string, name = '') =>
      respond(apiRequest(target, { body: name && JSON.stringify({ name, categoryId: 1 }) }));
    (await send('POST /v1/pets', 'Rex')).release?.();
    expect([(await send('GET /v1/pets')).status, (await send('GET /v1/pets')).status]).toEqual([200, 200]);
    const others = '{"id":2,"name":"","categoryId":1}';
    (await send('POST /v1/pets', 'x'.repeat(largeResponse - others.length))).release?.();
    const large = await send('GET /v1/pets/2');
    expect([large.status, large.bytes]).toEqual([200, largeResponse]);
    expect([await send('GET /v1/pets'), await send('POST /v1/pets', 'Tom')]).toMatchObject(
      Array(2).fill({ status, refusal }),
    );
    expect((await send('GET /v1/pets/1')).status).toBe(200);
    large.release?.();
    expect((await send('GET /v1/pets')).status).toBe(200);
  });

  it.each([
    ['1000', 503],
    ['999', 201],
  ])('waits until a body of %s bytes, which counts four times, is read: %i', async (length, status) => {
    const { respond } = startPipeline({}, { maxBytesInFlight: 4_000, maxKeySharePercent: 100 });
    const headers = { 'content-type': 'application/json', 'content-length': length };
    void respond(apiRequest('POST /v1/pets', { headers, body: { read: () => new Promise(() => undefined) } }));
    await setImmediate();
    expect((await respond(apiRequest('POST /v1/pets', { body: animal }))).status).toBe(status);
  });

  it.each([
    ['GET', 1],
    ['HEAD', 0],
  ])('of the page to %s waits to be sent: %i', async (method, times) => {
    const sent: number[] = [];
    const waitToSend = (bytes: number): undefined => void sent.push(bytes);
    const connection = { accept: () => undefined, reject: () => undefined, waitToSend };
    await startPipeline().respond(apiRequest(`${method} /docs`, { connection }));
    expect(sent.length).toBe(times);
  });

  it('of a port that throws is 500', () => {
    const bug = new Error('a bug');
    const recognize = (): never => {
      throw bug;
    };
    expect(startPipeline({ recognize }).respond(apiRequest('GET /v1/pets'))).toMatchObject({
      status: 500,
      failure: bug,
    });
  });

  it('has the texts of animals that a store keeps', async () => {
    const keepPetTexts = () => () => ({ text: '"kept"', bytes: 6 });
    const { respond } = startPipeline({ keepPetTexts });
    await respond(apiRequest('POST /v1/pets', { body: animal }));
    const [list, pet] = [await respond(apiRequest('GET /v1/pets')), await respond(apiRequest('GET /v1/pets/1'))];
    expect([list.body, list.bytes, pet.body, pet.bytes]).toEqual(['["kept"]', 8, '"kept"', 6]);
  });

  it('comes at once, without a promise, if no check waits', () => {
    const { respond } = startPipeline({ recognize: () => ({ apiKey, isCurrent: true }) });
    for (const target of [
      'GET /livez',
      'GET /v1/nothing',
      'PUT /v1/pets',
      'OPTIONS /v1/pets',
      'GET /v1/pets?limit=0',
    ]) {
      expect(respond(apiRequest(target))).not.toBeInstanceOf(Promise);
    }
  });
});
