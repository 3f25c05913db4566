import { expect, it } from 'vitest';
import { forgetEmpty } from './forget-empty.ts';

it('leaves 1,000 entries', () => {
  const entries = new Map(Array.from({ length: 1_001 }, (_, key) => [key, 0]));
  for (const key of [0, 1]) forgetEmpty(entries, key);
  expect([entries.size, entries.has(1)]).toEqual([1_000, true]);
});
