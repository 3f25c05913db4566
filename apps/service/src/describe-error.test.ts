import { expect, it } from 'vitest';
import { describeError, escapeInvisible } from './describe-error.ts';

it('describes an error by its type, its text and its stack, and by nothing else that it has', () => {
  const error = Object.assign(new TypeError('a bug'), { body: 'secret' });
  expect(describeError(error)).toEqual({ type: 'TypeError', message: 'a bug', stack: error.stack });
});

it.each([
  ['a control character', '\n', '\\u000a'],
  ['a line separator', '\u2028', '\\u2028'],
  ['an override of the direction', '\u202e', '\\u202e'],
  ['a tag', '\u{e0041}', '\\udb40\\udc41'],
  ['half of a surrogate pair', '\ud800', '\\ud800'],
  ['nothing in visible text', 'é🐕', 'é🐕'],
])('escapes %s', (_, text, escaped) => {
  expect(escapeInvisible(`a${text}b${text}`)).toBe(`a${escaped}b${escaped}`);
});
