import { describe, expect, test } from 'vitest';
import { fakeClient } from '../../test/fake-client.ts';
import { jsonResponse } from '../../test/fake-fetch.ts';
import { rejection } from '../../test/rejection.ts';

describe('getPet', () => {
  test.each([
    [7, '7'],
    [2n ** 63n - 1n, '9223372036854775807'],
    [-(2n ** 63n), '-9223372036854775808'],
  ])('fetches animal %s', async (id, digits) => {
    const client = fakeClient([jsonResponse(200, `{"id":${digits},"name":"Rex","categoryId":1}`)]);
    expect(await client.getPet(id)).toStrictEqual({ id: BigInt(id), name: 'Rex', categoryId: 1n });
    expect(client.sent.map(({ url, init }) => [init.method, url])).toEqual([
      ['GET', `https://animals.example/v1/pets/${digits}`],
    ]);
  });

  test.each([1.5, 2 ** 53, 2n ** 63n])('sends nothing if the id is %s', async (id) => {
    const client = fakeClient([]);
    expect(await rejection(client.getPet(id))).toEqual(
      new RangeError('id must be an int64: a bigint, or a number that is a safe integer'),
    );
    expect(client.sent).toEqual([]);
  });
});
