import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../test/violations-of.ts';
import { PageLimit } from './page.ts';

describe('PageLimit', () => {
  it.each([1, 2, 20, 99, 100])('takes %d', (limit) => {
    expect(PageLimit.decode(limit)).toEqual(E.right(limit));
    expect(PageLimit.is(limit)).toBe(true);
  });

  it.each([0, -0, -1, 101, 1.5, 100.5, Number.NaN, Number.POSITIVE_INFINITY, 20n, '20', null, undefined, [20]])(
    'refuses %s',
    (limit) => {
      expect(violationsOf(PageLimit, limit)).toEqual([{ path: '', message: 'must be an integer between 1 and 100' }]);
      expect(PageLimit.is(limit)).toBe(false);
    },
  );
});
