import fc from 'fast-check';
import { either as E } from 'fp-ts';
import type * as t from 'io-ts';
import { describe, expect, it } from 'vitest';
import { IdempotencyKey, IdempotencyScope } from './idempotency.ts';
import { PageLimit } from './page.ts';
import { PetName } from './pet-name.ts';
import { PetStatus, petStatuses } from './pet-status.ts';
import { toViolations } from './violation.ts';

const visibleAscii = 'must be 1 to 255 visible ASCII characters';

describe.each([
  [PetName, ['', ' ', '\0', 'e\u0301', '🐕', '\ufffd'], ['\ud83d', 'Re\udc15x'], 'must be well-formed Unicode text'],
  [PetName, ['x'.repeat(100_000)], [7, null, ['Rex'], Object('Rex')], 'must be a string'],
  [PetStatus, petStatuses, ['', 'SOLD', 'sold\0', 0, null, ['sold']], 'must be one of available, pending, sold'],
  [PageLimit, [1, 20, 100], [0, 101, 1.5, Number.NaN, 20n, '20', null], 'must be an integer between 1 and 100'],
  [IdempotencyKey, ['k', 'k'.repeat(255)], ['', 'k'.repeat(256), 'a b', 'k\n', '\nk', 'ключ', 7, null], visibleAscii],
  // Stores may put a space between scope and key.
  [IdempotencyScope, ['aaaaaaaa'], ['a b'], visibleAscii],
])('$name', (codec, accepted, refused, message) => {
  // A title has no value: StrykerJS makes one regular expression of all titles.
  it.each(accepted.map((value) => [value]))('accepts value %#', (value) => {
    expect(codec.decode(value)).toEqual(E.right(value));
    expect(codec.is(value)).toBe(true);
  });

  it.each(refused.map((value) => [value]))(`refuses value %#: it ${message}`, (value) => {
    const decoded: t.Validation<unknown> = codec.decode(value);
    expect(E.mapLeft(toViolations)(decoded)).toEqual(E.left([{ path: '', message }]));
    expect(codec.is(value)).toBe(false);
  });
});

it('an IdempotencyKey has each visible ASCII character, and no other below U+0100', () => {
  const characters = Array.from({ length: 0x100 }, (_, code) => String.fromCharCode(code));
  expect(characters.filter(IdempotencyKey.is).join('')).toBe(
    '!"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~',
  );
});

it('a PetName is any string that UTF-8 can keep', () => {
  const codeUnits = fc.oneof(fc.nat({ max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff }));
  fc.assert(
    fc.property(fc.array(codeUnits, { maxLength: 6 }), (units) => {
      const text = String.fromCharCode(...units);
      const kept = new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text)) === text;
      expect(PetName.is(text)).toBe(kept);
    }),
    { numRuns: 1000 },
  );
});
