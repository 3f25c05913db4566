import { expect, it } from 'vitest';
import { fromStoredName, toStoredName } from './pet-name.ts';

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
