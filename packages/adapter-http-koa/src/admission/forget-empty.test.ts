import { expect, it } from 'vitest';
import { forgetEmpty } from './forget-empty.ts';

it.each([
  [1_000, 1_000],
  [1_001, 1_000],
])('leaves of %i entries %i', (before, after) => {
  const entries = new Map(Array.from({ length: before }, (_, key) => [key, 0]));
  forgetEmpty(entries, 0);
  expect(entries.size).toBe(after);
});
