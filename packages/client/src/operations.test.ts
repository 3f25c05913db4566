import { describe, expect, test, vi } from 'vitest';
import { fakeClient } from '../test/fake-client.ts';
import { errorResponse, type Fate, fakeTime, jsonResponse } from '../test/fake-fetch.ts';
import { failureOf, rejection } from '../test/rejection.ts';
import type { ListPetsQuery } from './animal-store-client.ts';

describe('addPet', () => {
  const added = () => jsonResponse(201, '{"id":7,"name":"Rex","categoryId":1,"status":"sold"}');

  test('sends the animal once, under a key', async () => {
    const client = fakeClient([added()]);
    expect(
      await client.addPet({ name: 'Rex', categoryId: 1n, status: 'sold' }, { idempotencyKey: 'order-17' }),
    ).toStrictEqual({ id: 7n, name: 'Rex', categoryId: 1n, status: 'sold' });
    expect(client.sent).toEqual([
      {
        url: 'https://animals.example/v1/pets',
        init: {
          method: 'POST',
          headers: {
            Accept: 'application/json',
            Authorization: 'Bearer ask_key',
            'Content-Type': 'application/json',
            'Idempotency-Key': '"order-17"',
          },
          body: '{"name":"Rex","categoryId":1,"status":"sold"}',
          redirect: 'manual',
          signal: expect.any(AbortSignal),
        },
      },
    ]);
  });

  test('creates a key for each call, and retries with it', async () => {
    fakeTime();
    const client = fakeClient([
      new Error('lost'),
      errorResponse(503, 'service_unavailable', 'later', { 'Retry-After': '1' }),
      added(),
      added(),
    ]);
    const first = client.addPet({ name: 'Rex', categoryId: 1 });
    await vi.runAllTimersAsync();
    await first;
    await client.addPet({ name: 'Rex', categoryId: 1 });
    vi.useRealTimers();
    vi.restoreAllMocks();
    const keys = client.sent.map(({ init }) => new Headers(init.headers).get('Idempotency-Key'));
    expect(keys[0]).toMatch(/^"\d+-\d+"$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  test('quotes a key, so that it arrives unchanged', async () => {
    const client = fakeClient([added()]);
    await client.addPet({ name: 'Rex', categoryId: 1 }, { idempotencyKey: '"a\\b"' });
    expect(new Headers(client.sent[0]?.init.headers).get('Idempotency-Key')).toBe('"\\"a\\\\b\\""');
  });

  test('puts the key that it has sent into its error', async () => {
    const client = fakeClient([new Error('lost')], { retries: 0 });
    const failure = await failureOf(client.addPet({ name: 'Rex', categoryId: 1 }));
    const sent = new Headers(client.sent[0]?.init.headers).get('Idempotency-Key');
    expect(failure).toMatchObject({ code: 'connection_failed', idempotencyKey: sent?.slice(1, -1) });
  });

  test.each(['!', '~', '"a"', 'a'.repeat(255)])('accepts the key %s', async (idempotencyKey) => {
    const client = fakeClient([added()]);
    expect(await client.addPet({ name: 'Rex', categoryId: 1 }, { idempotencyKey })).toMatchObject({ id: 7n });
  });

  test.each(['', 'a b', ' a', 'a\n', 'ä', '\u007f', 'a'.repeat(256)])(
    'sends nothing with the key %j',
    async (idempotencyKey) => {
      const client = fakeClient([]);
      expect(await rejection(client.addPet({ name: 'Rex', categoryId: 1 }, { idempotencyKey }))).toEqual(
        new TypeError('idempotencyKey must be 1 to 255 visible ASCII characters'),
      );
      expect(client.sent).toEqual([]);
    },
  );

  test('sends nothing with an integer that may have been rounded', async () => {
    const client = fakeClient([]);
    expect(await rejection(client.addPet({ name: 'Rex', categoryId: 2 ** 53 }))).toEqual(
      new RangeError('categoryId must be an int64: a bigint, or a number that is a safe integer'),
    );
    expect(client.sent).toEqual([]);
  });
});

describe('getPet', () => {
  test('fetches an animal', async () => {
    const client = fakeClient([jsonResponse(200, '{"id":9223372036854775807,"name":"Rex","categoryId":1}')]);
    expect(await client.getPet(2n ** 63n - 1n)).toStrictEqual({ id: 2n ** 63n - 1n, name: 'Rex', categoryId: 1n });
    expect(client.sent.map(({ url, init }) => [init.method, url])).toEqual([
      ['GET', 'https://animals.example/v1/pets/9223372036854775807'],
    ]);
  });

  test('sends nothing if the id may have been rounded', async () => {
    const client = fakeClient([]);
    expect(await rejection(client.getPet(2 ** 53))).toEqual(
      new RangeError('id must be an int64: a bigint, or a number that is a safe integer'),
    );
    expect(client.sent).toEqual([]);
  });
});

describe('listPets', () => {
  const next = (target: string) => ({ Link: `<${target}>; rel="next"` });

  test.each<readonly [ListPetsQuery | undefined, string]>([
    [undefined, ''],
    [{ limit: undefined, status: undefined }, ''],
    [{ status: 'sold' }, '?status=sold'],
    [{ limit: 1, status: 'available' }, '?limit=1&status=available'],
  ])('sends the query %j', async (query, search) => {
    const client = fakeClient([jsonResponse(200, '[]')]);
    expect(await client.listPets(query)).toStrictEqual({ pets: [] });
    expect(client.sent).toEqual([
      { url: `https://animals.example/v1/pets${search}`, init: expect.objectContaining({ method: 'GET', body: null }) },
    ]);
  });

  test('returns exact animals and the next page, which can be stored as JSON', async () => {
    const client = fakeClient([
      jsonResponse(
        200,
        '[{"id":9007199254740993,"name":"Rex","categoryId":-9223372036854775808}]',
        next('/v1/pets?cursor=a'),
      ),
      jsonResponse(200, '[]'),
    ]);
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
  ])('does not go on to %s', async (target, reason) => {
    const client = fakeClient([jsonResponse(200, '[]', { ...next(target), 'X-Request-Id': 'r-1' })]);
    expect(await failureOf(client.listPets({ limit: 2 }))).toEqual({
      code: 'unexpected_response',
      message: `unexpected response to GET https://animals.example/v1/pets?limit=2, status 200: ${reason}`,
      status: 200,
      requestId: 'r-1',
    });
  });

  test('sends nothing to another origin that the caller names', async () => {
    const client = fakeClient([]);
    expect(await rejection(client.listPets({ href: 'https://evil.example/v1/pets' }))).toEqual(
      new TypeError('the next page must be at the origin of baseUrl'),
    );
    expect(client.sent).toEqual([]);
  });
});

const page = (ids: readonly number[], next?: string): Fate =>
  jsonResponse(
    200,
    JSON.stringify(ids.map((id) => ({ id, name: `Rex ${id}`, categoryId: 1 }))),
    next === undefined ? {} : { Link: `<${next}>; rel="next"` },
  );

const threePages = (): readonly Fate[] => [page([1, 2], '/v1/pets?cursor=a'), page([], '/v1/pets?cursor=b'), page([3])];

const urls = ['https://animals.example/v1/pets?cursor=a', 'https://animals.example/v1/pets?cursor=b'];

describe('pages', () => {
  test('follow the links to the end', async () => {
    const client = fakeClient(threePages());
    const ids: (readonly bigint[])[] = [];
    for await (const { pets } of client.pages({ limit: 2 })) ids.push(pets.map(({ id }) => id));
    expect(ids).toEqual([[1n, 2n], [], [3n]]);
    expect(client.sent.map(({ url }) => url)).toEqual(['https://animals.example/v1/pets?limit=2', ...urls]);
  });

  test('are requested only when they are used', async () => {
    const client = fakeClient(threePages());
    const pages = client.pages();
    expect(client.sent.length).toBe(0);
    await pages.next();
    expect(client.sent.length).toBe(1);
    await pages.return();
    expect(await pages.next()).toEqual({ done: true, value: undefined });
    expect(client.sent.length).toBe(1);
  });
});

describe('pets', () => {
  test('come one by one', async () => {
    const client = fakeClient(threePages());
    const ids: bigint[] = [];
    for await (const { id } of client.pets()) ids.push(id);
    expect(ids).toEqual([1n, 2n, 3n]);
    expect(client.sent.map(({ url }) => url)).toEqual(['https://animals.example/v1/pets?limit=100', ...urls]);
  });

  test.each<readonly [ListPetsQuery, string]>([
    [{ limit: undefined }, '?limit=100'],
    [{ limit: 7 }, '?limit=7'],
    [{ status: 'sold' }, '?limit=100&status=sold'],
  ])('of the query %j', async (query, search) => {
    const client = fakeClient([page([])]);
    expect(await client.pets(query).next()).toEqual({ done: true, value: undefined });
    expect(client.sent[0]?.url).toBe(`https://animals.example/v1/pets${search}`);
  });

  test('request no page that is not used', async () => {
    const client = fakeClient(threePages());
    for await (const { id } of client.pets()) if (id === 2n) break;
    expect(client.sent.length).toBe(1);
  });
});
