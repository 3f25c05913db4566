import { expect, test } from 'vitest';
import { fakeClient } from '../test/fake-client.ts';
import { jsonResponse } from '../test/fake-fetch.ts';
import { failureOf, rejection } from '../test/rejection.ts';
import type { ListPetsQuery } from './animal-store-client.ts';

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
