import fc from 'fast-check';
import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '../test/violations-of.ts';
import { PetName } from './pet-name.ts';

describe('PetName', () => {
  // The longest is not in the title: StrykerJS makes one regular expression of all titles.
  it.each(['', ' ', 'Rex', '\0', 'e\u0301', '🐕', '\ufffd', '\uffff', 'x'.repeat(100_000)])(
    'takes text %# as it is',
    (name) => {
      expect(PetName.decode(name)).toEqual(E.right(name));
      expect(PetName.is(name)).toBe(true);
    },
  );

  it.each([
    ['a lone high surrogate', '\ud83d'],
    ['a lone low surrogate', '\udc15'],
    ['a lone surrogate inside', 'Re\ud800x'],
    ['surrogates the wrong way round', '\udc15\ud83d'],
  ])('refuses %s', (_, name) => {
    expect(violationsOf(PetName, name)).toEqual([{ path: '', message: 'must be well-formed Unicode text' }]);
    expect(PetName.is(name)).toBe(false);
  });

  it.each([7, 7n, null, true, ['Rex'], {}, Object('Rex')])('refuses what is no string: %s', (value) => {
    expect(violationsOf(PetName, value)).toEqual([{ path: '', message: 'must be a string' }]);
    expect(PetName.is(value)).toBe(false);
  });

  it('takes exactly the strings that UTF-8 can keep', () => {
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
});
