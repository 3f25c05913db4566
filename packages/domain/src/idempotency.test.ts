import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { IdempotencyKey, IdempotencyScope } from './idempotency.ts';
import { reasonsOf } from './violation.ts';

const rule = 'must be 1 to 255 visible ASCII characters';

it.each(['k', 'k'.repeat(255)])('takes key %#', (key) => {
  expect(IdempotencyKey.decode(key)).toEqual(E.right(key));
});

it.each(['', 'k'.repeat(256), 'a b', 'k\n', '\nk', 'ключ', 7, null])('refuses key %#', (key) => {
  expect(E.mapLeft(reasonsOf)(IdempotencyKey.decode(key))).toEqual(E.left(rule));
});

it('a key has each visible ASCII character, and no other below U+0100', () => {
  const characters = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code));
  expect(characters.filter(IdempotencyKey.is).join('')).toBe(
    '!"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~',
  );
});

it('a scope has no space, because stores may put one between scope and key', () => {
  expect(['aaaaaaaa', 'a b'].map(IdempotencyScope.is)).toEqual([true, false]);
});
