import { expect, test } from 'vitest';
import { createIds } from './ids.ts';

test('ids are given once each, in order, out of blocks that come from elsewhere', async () => {
  const ends = [100n, 400n, 500n];
  const next = createIds(async () => ends.shift() ?? Promise.reject(new Error('No more blocks')));
  const given = await Promise.all(Array.from({ length: 250 }, next));
  const expected = Array.from({ length: 250 }, (_, index) => BigInt(index < 100 ? index + 1 : index + 201));
  expect(given).toEqual(expected);
});
