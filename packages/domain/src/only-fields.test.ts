import { either as E } from 'fp-ts';
import * as t from 'io-ts';
import { expect, it } from 'vitest';
import { onlyFields } from './only-fields.ts';

const Length = new t.Type<number, string, unknown>(
  'Length',
  t.number.is,
  (input, context) => (typeof input === 'string' ? t.success(input.length) : t.failure(input, context)),
  (length) => 'x'.repeat(length),
);

it('decodes each field, even if the input has the values that a decoded record would have', () => {
  const codec = onlyFields<{ readonly length: number }, { readonly length: string }>(t.type({ length: Length }));
  expect(codec.decode({ length: 'abc', other: 1 })).toEqual(E.right({ length: 3 }));
  expect(E.isLeft(codec.decode({ length: 3 }))).toBe(true);
});
