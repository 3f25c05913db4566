import { expect, test } from 'vitest';
import { parseCores } from './cores.ts';

test.each([
  ['0,1', [0, 1]],
  ['0-3', [0, 1, 2, 3]],
  ['2,4-6', [2, 4, 5, 6]],
  ['7', [7]],
])('the cores %s are %j', (list, expected) => {
  expect(parseCores(list)).toEqual(expected);
});
