import { expect, it } from 'vitest';
import { FileUnusable, failureOf, isOutage, misconfigurationOf } from './errors.ts';

const ofSqlite = (errcode: number): Error => Object.assign(new Error('odd'), { code: 'ERR_SQLITE_ERROR', errcode });
const ofNode = (code: string): Error => Object.assign(new Error('odd'), { code });

it.each([
  ['another error', new Error('odd'), 'cannot be opened: odd'],
  ['a text', 'odd', 'cannot be opened: odd'],
  ['a full disk, which may have room later', ofSqlite(13), 'cannot be opened: odd'],
  ['a directory that does not exist', ofNode('ENOENT'), 'cannot be made, because its directory does not exist'],
  ['an extended code', ofSqlite(11 + 256), 'is damaged; restore it from a backup'],
])('A failure has the reason: %s', (_, error, reason) => {
  expect(failureOf('/a.db', 'cannot be opened', error)).toEqual({
    _tag: 'SqliteMisconfigured',
    message: `/a.db ${reason}`,
  });
});

it('A full disk is no misconfiguration', () => {
  expect(misconfigurationOf('/a.db', ofSqlite(13))).toBeUndefined();
});

it.each<readonly [boolean, unknown]>([
  ...[5, 7, 10 + 256, 13, 15, 275].map((code) => [true, ofSqlite(code)] as const),
  [true, ofNode('ERR_INVALID_STATE')],
  [true, new FileUnusable('gone')],
  ...[1, 19, 19 + 256 * 3].map((code) => [false, ofSqlite(code)] as const),
  ...[ofNode('ERR_INVALID_ARG_TYPE'), new Error('odd'), 'odd'].map((error) => [false, error] as const),
])('It is %s that an outage is the cause of %o', (expected, error) => {
  expect(isOutage(error)).toBe(expected);
});
