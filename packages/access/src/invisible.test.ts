import { expect, it } from 'vitest';
import { escapeInvisible, hasInvisible } from './invisible.ts';

it('shows invisible characters as escapes, and leaves the others as they are', () => {
  expect(escapeInvisible('a\n\u00adé🐕\u{e0041}\ud800')).toBe('a\\u000a\\u00adé🐕\\udb40\\udc41\\ud800');
});

it.each([
  ['a soft hyphen', '\u00ad'],
  ['a joiner', '\u200d'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['an override of the direction', '\u202e'],
  ['a Hangul filler', '\u3164'],
  ['a tag', '\u{e0041}'],
])('finds %s', (_, character) => {
  expect([hasInvisible('ci'), hasInvisible(`ci${character}`)]).toEqual([false, true]);
});
