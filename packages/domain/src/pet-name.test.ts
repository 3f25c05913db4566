import fc from 'fast-check';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { PetName } from './pet-name.ts';
import { reasonsOf } from './violation.ts';

// A title has no value: StrykerJS makes one regular expression of all titles.
it.each(['', ' ', '\0', 'e\u0301', '🐕', '\ufffd', 'x'.repeat(100_000)])('takes name %#', (name) => {
  expect(PetName.decode(name)).toEqual(E.right(name));
});

it.each([
  ...['\ud83d', 'Re\udc15x'].map((name) => [name, 'must be well-formed Unicode text'] as const),
  ...[7, null, ['Rex'], Object('Rex')].map((name) => [name, 'must be a string'] as const),
])('refuses name %#', (name, rule) => {
  expect(E.mapLeft(reasonsOf)(PetName.decode(name))).toEqual(E.left(rule));
});

it('takes any string that UTF-8 can keep', () => {
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
