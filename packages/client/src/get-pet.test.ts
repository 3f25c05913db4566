import { expect, test } from 'vitest';
import { fakeClient } from '../test/fake-client.ts';
import { jsonResponse } from '../test/fake-fetch.ts';
import { rejection } from '../test/rejection.ts';

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
