import { expect, test } from 'vitest';
import { isIdempotencyKey, newIdempotencyKey } from './idempotency-key.ts';

test('a new key is one, and never the same', () => {
  const keys = Array.from({ length: 1000 }, newIdempotencyKey);
  expect(keys.filter((key) => !/^\d{1,20}-\d{1,20}$/.test(key) || !isIdempotencyKey(key))).toEqual([]);
  expect(new Set(keys).size).toBe(1000);
});

test.each(['a', '!', '~', '"a"', 'a'.repeat(255)])('%s is a key', (text) => {
  expect(isIdempotencyKey(text)).toBe(true);
});

test.each(['', 'a b', ' a', 'a\n', 'ä', '\u007f', 'a'.repeat(256)])('%j is none', (text) => {
  expect(isIdempotencyKey(text)).toBe(false);
});
