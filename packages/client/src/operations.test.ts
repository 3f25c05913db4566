import { describe, expect, test } from 'vitest';
import { calls } from '../test/calls.ts';
import { type Fate, fakeClient, jsonResponse } from '../test/fakes.ts';
import type { AnimalStoreClient } from './animal-store-client.ts';

const rex = { name: 'Rex', categoryId: 1 };
const added = () => jsonResponse(201, '{"id":7,"name":"Rex","categoryId":1,"status":"sold"}');
const next = (target: string) => ({ Link: `<${target}>; rel="next"` });

type Call = (client: AnimalStoreClient) => Promise<unknown>;

const addUnder =
  (idempotencyKey: unknown): Call =>
  ({ addPet }) =>
    addPet(rex, { idempotencyKey: idempotencyKey as string });

const keyRule = new TypeError('idempotencyKey must be 1 to 255 visible ASCII characters');
const integerRule = 'must be an int64: a bigint, or a number that is a safe integer';

test.each<readonly [string, Call, Error]>([
  ...['', 'a b', ' a', 'a\n', 'ä', '\u007f', 'a'.repeat(256), null, 5].map(
    (key) => [`the key ${JSON.stringify(key)}`, addUnder(key), keyRule] as const,
  ),
  [
    'a categoryId that may have been rounded',
    ({ addPet }) => addPet({ ...rex, categoryId: 2 ** 53 }),
    new RangeError(`categoryId ${integerRule}`),
  ],
  ['an id that may have been rounded', ({ getPet }) => getPet(2 ** 53), new RangeError(`id ${integerRule}`)],
  [
    'a page at another origin',
    ({ listPets }) => listPets({ href: 'https://evil.example/v1/pets' }),
    new TypeError('the next page must be at the origin of baseUrl'),
  ],
])('nothing is sent with %s', async (_, call, error) => {
  const client = fakeClient([]);
  await expect(call(client)).rejects.toThrow(error);
  expect(client.sent).toEqual([]);
});

test.each(calls)('%s sends one request, with the API key', async (_, row) => {
  const client = fakeClient([row.response()]);
  await row.call(client);
  const sent = client.sent.map(({ url, init }) => [init.method, new URL(url).pathname, init.body].join(' ').trimEnd());
  expect(sent).toEqual([row.request]);
  expect(client.sent).toMatchObject([{ init: { headers: { Authorization: 'Bearer ask_key' } } }]);
});

test.each(calls)('%s sends the same request again if its response is lost', async (_, row) => {
  const client = fakeClient([new Error('lost'), row.response()]);
  expect(await row.call(client)).toEqual(row.outcome);
  const [first, second] = client.sent.map(({ url, init }) => ({ url, init: { ...init, signal: null } }));
  expect(second).toEqual(first);
});

test.each(calls)('%s takes limits and a signal', async (_, { call }) => {
  const client = fakeClient([]);
  await expect(call(client, { retries: 21 })).rejects.toThrow(
    new RangeError('retries must be an integer from 0 to 20'),
  );
  await expect(call(client, { signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
  expect(client.sent).toEqual([]);
});

describe('addPet', () => {
  const keyOf = ({ init }: { readonly init: RequestInit } | undefined = { init: {} }): string | null =>
    new Headers(init.headers).get('Idempotency-Key');

  test('sends the animal once, under a key', async () => {
    const client = fakeClient([added()]);
    const pet = { name: 'Rex', categoryId: 1n, status: 'sold' } as const;
    expect(await client.addPet(pet, { idempotencyKey: 'order-17' })).toStrictEqual({ id: 7n, ...pet });
    const headers = {
      Accept: 'application/json',
      Authorization: 'Bearer ask_key',
      'Content-Type': 'application/json',
      'Idempotency-Key': '"order-17"',
    };
    const body = '{"name":"Rex","categoryId":1,"status":"sold"}';
    const init = { method: 'POST', headers, body, redirect: 'manual', signal: expect.any(AbortSignal) };
    expect(client.sent).toEqual([{ url: 'https://animals.example/v1/pets', init }]);
  });

  test('creates a key for each call, which its error has', async () => {
    const client = fakeClient([new Error('lost'), added()], { retries: 0 });
    const error = await client.addPet(rex).catch((reason: unknown) => reason);
    await client.addPet(rex);
    const [first, second] = client.sent.map(keyOf);
    expect(first).toMatch(/^"\d+-\d+"$/);
    expect(second).not.toBe(first);
    expect(error).toMatchObject({ code: 'connection_failed', idempotencyKey: first?.slice(1, -1) });
  });

  test.each([
    ['!~', '"!~"'],
    ['"a\\b"', '"\\"a\\\\b\\""'],
    ['a'.repeat(255), `"${'a'.repeat(255)}"`],
  ])('quotes the key %s, so that it arrives unchanged', async (idempotencyKey, quoted) => {
    const client = fakeClient([added()]);
    await client.addPet(rex, { idempotencyKey });
    expect(keyOf(client.sent[0])).toBe(quoted);
  });
});

test('getPet fetches an animal', async () => {
  const client = fakeClient([jsonResponse(200, '{"id":9223372036854775807,"name":"Rex","categoryId":1}')]);
  expect(await client.getPet(2n ** 63n - 1n)).toStrictEqual({ id: 2n ** 63n - 1n, name: 'Rex', categoryId: 1n });
  const url = 'https://animals.example/v1/pets/9223372036854775807';
  expect(client.sent).toMatchObject([{ url, init: { method: 'GET' } }]);
  expect(client.sent[0]?.init).not.toHaveProperty('body');
});

describe('lists', () => {
  test.each<readonly [Call, string]>([
    [({ listPets }) => listPets(), ''],
    [({ listPets }) => listPets({ limit: undefined, status: undefined }), ''],
    [({ listPets }) => listPets({ status: 'sold' }), '?status=sold'],
    [({ listPets }) => listPets({ limit: 1, status: 'available' }), '?limit=1&status=available'],
    [({ pages }) => pages({ limit: 2 }).next(), '?limit=2'],
    [({ pets }) => pets().next(), '?limit=100'],
    [({ pets }) => pets({ limit: undefined }).next(), '?limit=100'],
    [({ pets }) => pets({ limit: 7, status: 'sold' }).next(), '?limit=7&status=sold'],
  ])('%s sends the query "%s"', async (call, search) => {
    const client = fakeClient([jsonResponse(200, '[]')]);
    await call(client);
    expect(client.sent).toMatchObject([{ url: `https://animals.example/v1/pets${search}`, init: { method: 'GET' } }]);
  });

  test('have exact animals and the next page, which can be stored as JSON', async () => {
    const json = '[{"id":9007199254740993,"name":"Rex","categoryId":-9223372036854775808}]';
    const client = fakeClient([jsonResponse(200, json, next('/v1/pets?cursor=a')), jsonResponse(200, '[]')]);
    const page = await client.listPets();
    expect(page).toStrictEqual({
      pets: [{ id: 9007199254740993n, name: 'Rex', categoryId: -(2n ** 63n) }],
      next: { href: 'https://animals.example/v1/pets?cursor=a' },
    });
    expect(await client.listPets(JSON.parse(JSON.stringify(page.next)))).toStrictEqual({ pets: [] });
    expect(client.sent[1]?.url).toBe('https://animals.example/v1/pets?cursor=a');
  });

  test.each([
    ['https://evil.example/v1/pets', 'its next page is at another origin, where the API key must not go'],
    ['?limit=2', 'its next page is itself'],
  ])('do not go on to %s', async (target, reason) => {
    const client = fakeClient([jsonResponse(200, '[]', { ...next(target), 'X-Request-Id': 'r-1' })]);
    await expect(client.listPets({ limit: 2 })).rejects.toMatchObject({
      code: 'unexpected_response',
      message: `unexpected response to GET https://animals.example/v1/pets?limit=2, status 200: ${reason}`,
      status: 200,
      requestId: 'r-1',
    });
  });

  const page = (ids: readonly number[], headers = {}): Fate =>
    jsonResponse(200, JSON.stringify(ids.map((id) => ({ ...rex, id }))), headers);
  const threePages = () => [page([1, 2], next('/v1/pets?cursor=a')), page([], next('/v1/pets?cursor=b')), page([3])];
  const queries = (client: ReturnType<typeof fakeClient>) => client.sent.map(({ url }) => new URL(url).search);

  test('follow the links to the end, page by page or animal by animal', async () => {
    const [ofPages, ofPets] = [fakeClient(threePages()), fakeClient(threePages())];
    const ids: unknown[] = [];
    for await (const { pets } of ofPages.pages()) ids.push(pets.map(({ id }) => id));
    for await (const { id } of ofPets.pets()) ids.push(id);
    expect(ids).toEqual([[1n, 2n], [], [3n], 1n, 2n, 3n]);
    expect(queries(ofPages)).toEqual(['', '?cursor=a', '?cursor=b']);
    expect(queries(ofPets)).toEqual(['?limit=100', '?cursor=a', '?cursor=b']);
  });

  test.each([
    [['/v1/pets?cursor=a', '/v1/pets?cursor=b', '/v1/pets?limit=100']],
    [['/v1/pets?cursor=a', '/v1/pets?cursor=b', '/v1/pets?cursor=a']],
  ])('end with an error before a page is read twice: %j', async (links) => {
    const client = fakeClient(links.map((link, index) => page([index], next(link))));
    const ids: unknown[] = [];
    const reading = (async () => {
      for await (const { id } of client.pets()) ids.push(id);
    })();
    const message = `the pages form a circle at https://animals.example${links[2]}`;
    await expect(reading).rejects.toMatchObject({ code: 'unexpected_response', message });
    expect(ids).toEqual([0n, 1n, 2n]);
  });

  test('request no page that is not used', async () => {
    const client = fakeClient(threePages());
    client.pages();
    for await (const { id } of client.pets()) if (id === 2n) break;
    expect(queries(client)).toEqual(['?limit=100']);
  });
});
