import { either as E } from 'fp-ts';
import type * as t from 'io-ts';
import { expect, it } from 'vitest';
import { fromGuard } from './from-guard.ts';
import { reasonsOf } from './violation.ts';

const isEven = (input: unknown): input is number => Number(input) % 2 === 0;

const even = fromGuard('Even', isEven, 'must be even');
const shown = fromGuard('Even', isEven, (refused) => `must be even, unlike a ${typeof refused}`);

const reasonsFor = (codec: t.Any, input: unknown): unknown => E.mapLeft(reasonsOf)(codec.decode(input));

it('decodes and encodes what the guard accepts unchanged', () => {
  expect([reasonsFor(even, 2), even.encode(2), even.is(2)]).toEqual([E.right(2), 2, true]);
});

it('refuses anything else by its rule, which may depend on the input', () => {
  expect([even.is(1), reasonsFor(even, 1), reasonsFor(shown, 'x')]).toEqual([
    false,
    E.left('must be even'),
    E.left('must be even, unlike a string'),
  ]);
});
