import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../test/violations-of.ts';
import { IdempotencyKey, IdempotencyScope } from './idempotency.ts';

describe('IdempotencyKey', () => {
  it('takes each visible ASCII character, and no other below U+0100', () => {
    const taken = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code))
      .filter(IdempotencyKey.is)
      .join('');
    expect(taken).toBe(
      '!"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~',
    );
  });

  it('takes 1 to 255 characters', () => {
    for (const key of ['k', 'k'.repeat(255)]) expect(IdempotencyKey.decode(key)).toEqual(E.right(key));
  });

  it.each(['', 'k'.repeat(256), 'a b', 'k\n', '\nk', 'ключ', '🐕', 7, null, ['k']])('refuses %j', (key) => {
    expect(violationsOf(IdempotencyKey, key)).toEqual([
      { path: '', message: 'must be 1 to 255 visible ASCII characters' },
    ]);
  });
});

describe('IdempotencyScope', () => {
  it('holds no space, which stores may put between scope and key', () => {
    expect(violationsOf(IdempotencyScope, 'a b')).toEqual([
      { path: '', message: 'must be 1 to 255 visible ASCII characters' },
    ]);
  });
});
