import { expect, it } from 'vitest';
import { FileUnusable, isOutage, misconfigurationOf } from './errors.ts';

const ofSqlite = (errcode: number): Error => Object.assign(new Error('odd'), { code: 'ERR_SQLITE_ERROR', errcode });
const ofNode = (code: string): Error => Object.assign(new Error('odd'), { code });

it('A damaged file is a misconfiguration, and a full disk is not', () => {
  const message = '/a.db is damaged; restore it from a backup';
  // An extended code.
  expect(misconfigurationOf('/a.db', ofSqlite(11 + 256))).toEqual({ _tag: 'StoreMisconfigured', message });
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
