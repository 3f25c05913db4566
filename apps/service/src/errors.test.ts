import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { describeError, escapeInvisible } from './errors.ts';

/** A value of a client, with a line that looks like one of a stack. */
const secret = 'zqsecret\n    at zqsecret (zqsecret:1:1)';

const thrownBy = (run: () => unknown): Error => {
  try {
    run();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  return expect.fail('nothing was thrown');
};

/** The error of a trigger that quotes a new row. */
const ofTrigger = (): Error => {
  using database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t (a); CREATE TRIGGER b BEFORE INSERT ON t BEGIN SELECT RAISE(ABORT, NEW.a); END');
  return thrownBy(() => database.prepare('INSERT INTO t VALUES (?)').run(secret));
};

class OfDriver extends Error {}

const withFields = (fields: object): Error => Object.assign(new OfDriver(`says ${secret}`), fields);

it.each<readonly [string, Error, string]>([
  ['an SQLSTATE', withFields({ code: '22P02', detail: secret, where: secret }), 'SQLSTATE 22P02'],
  [
    'an SQLSTATE, a table and a constraint',
    withFields({ code: '23514', table: 'pets', constraint: 'pets_check' }),
    'SQLSTATE 23514, table pets, constraint pets_check',
  ],
  ['a code of MongoDB', withFields({ code: 11000, keyValue: { name: secret } }), 'MongoDB error 11000'],
  [
    'its name',
    withFields({ code: 121, codeName: 'DocumentValidationFailure' }),
    'MongoDB error 121 DocumentValidationFailure',
  ],
  ['no code, but a response of MongoDB', withFields({ errorResponse: {} }), 'MongoDB error'],
  ['a code of SQLite', ofTrigger(), 'SQLite error 1811, constraint failed'],
])('leaves out the text of a database whose error has %s', (_, error, message) => {
  const described = describeError(error);
  expect(described).toMatchObject({
    type: 'Error',
    message,
    stack: expect.stringMatching(`^Error: ${message}\n {4}at `),
  });
  expect(JSON.stringify(described)).not.toContain('zqsecret');
});

it.each([
  ['a bug', new TypeError('a bug')],
  ['the system', Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' })],
  ['Node.js', Object.assign(new Error('Invalid state'), { code: 'ERR_INVALID_STATE' })],
  ['an adapter', Object.assign(new Error('a statement is refused: code 23514'), { code: '23514' })],
])('keeps the text and the stack of %s', (_, error) => {
  expect(describeError(error)).toEqual({ type: error.name, message: error.message, stack: error.stack });
});

it.each([
  ['a control character', '\n', '\\u000a'],
  ['a line separator', '\u2028', '\\u2028'],
  ['a paragraph separator', '\u2029', '\\u2029'],
  ['an override of the direction', '\u202e', '\\u202e'],
  ['a Hangul filler', '\u3164', '\\u3164'],
  ['a blank of Braille', '\u2800', '\\u2800'],
  ['a tag', '\u{e0041}', '\\udb40\\udc41'],
  ['half of a surrogate pair', '\ud800', '\\ud800'],
  ['nothing in visible text', 'é🐕', 'é🐕'],
])('escapes %s', (_, text, escaped) => {
  expect(escapeInvisible(`a${text}b${text}`)).toBe(`a${escaped}b${escaped}`);
});
