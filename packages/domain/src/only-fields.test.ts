import { either as E } from 'fp-ts';
import * as t from 'io-ts';
import { expect, it } from 'vitest';
import { onlyFields } from './only-fields.ts';

const Digits = new t.Type<number, string, unknown>(
  'Digits',
  t.number.is,
  (input, context) => (t.string.is(input) ? t.success(Number(input)) : t.failure(input, context)),
  String,
);

it('decodes and encodes the fields by their codecs', () => {
  const codec = onlyFields<{ readonly age: number }, { readonly age: string }>(t.type({ age: Digits }));
  expect(codec.decode({ age: '7', owner: 'Ann' })).toEqual(E.right({ age: 7 }));
  expect(codec.encode({ age: 7, owner: 'Ann' } as never)).toEqual({ age: '7' });
});
