import { expect, it } from 'vitest';
import { fromStoredName, toPet, toStoredName } from './decode-row.ts';

it.each([
  ['on hold', 3n, 'status must be one of available, pending, sold'],
  ['sold', null, 'categoryId is required'],
])('throws the id and the reason, but no value, of an animal that cannot be read (%s, %s)', (status, id, reason) => {
  expect(() => toPet([7n, 'b', id, status])).toThrow(
    new Error(`The row with the id 7 in pets cannot be read: ${reason}`),
  );
});

it.each([
  ['Rex', 'Rex'],
  ['', ''],
  ['a\0b', 'a\\0b'],
  ['a\\0b', 'a\\\\0b'],
  ['\\', '\\\\'],
  ['\\\\0\0', '\\\\\\\\0\\0'],
])('%j is stored as %j, and read back', (name, stored) => {
  expect(toStoredName(name)).toBe(stored);
  expect(fromStoredName(stored)).toBe(name);
});

it('reads a backslash that was written by hand', () => {
  expect(fromStoredName('C:\\pets')).toBe('C:\\pets');
});
