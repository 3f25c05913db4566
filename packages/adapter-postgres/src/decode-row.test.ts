import { expect, it } from 'vitest';
import { fromStoredName, toPets, toStoredName } from './decode-row.ts';

const page = (ids: string, names: readonly string[], categoryIds: string, statuses: readonly unknown[]) => [
  [ids, JSON.stringify(names), categoryIds, JSON.stringify(statuses)],
];

it('reads a page exactly, and an empty one', () => {
  expect(toPets(page('1 2', ['a\\\\b', '\0'], '9223372036854775807 -1', ['sold', null]))).toEqual([
    { id: 1n, name: 'a\\b', categoryId: 9_223_372_036_854_775_807n, status: 'sold' },
    { id: 2n, name: '\0', categoryId: -1n },
  ]);
  expect(toPets([[null, null, null, null]])).toEqual([]);
});

it.each([
  ['on hold', '3', 'status must be one of available, pending, sold'],
  ['sold', '', 'categoryId is required'],
])(
  'throws the id and the reason, but no value, of an animal that cannot be read (%s, %s)',
  (status, categoryId, reason) => {
    expect(() => toPets(page('6 7', ['a', 'b'], `1 ${categoryId}`, [null, status]))).toThrow(
      new Error(`The row with the id 7 in pets cannot be read: ${reason}`),
    );
  },
);

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
