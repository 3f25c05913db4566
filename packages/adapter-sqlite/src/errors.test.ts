import { expect, it } from 'vitest';
import { FileRefused, FileUnusable, isOutage, refusalOf } from './errors.ts';

const ofSqlite = (errcode: number): Error => Object.assign(new Error('odd'), { code: 'ERR_SQLITE_ERROR', errcode });
const ofNode = (code: string): Error => Object.assign(new Error('odd'), { code });

it('A start refuses a damaged file and what it does not know, and waits while a file is locked or the disk is full', () => {
  // An extended code.
  expect(refusalOf('/a.db', ofSqlite(11 + 256))).toEqual(new FileRefused('/a.db is damaged; restore it from a backup'));
  expect(refusalOf('/a.db', ofNode('ENAMETOOLONG'))).toEqual(new FileRefused('/a.db cannot be opened: odd'));
  for (const error of [ofSqlite(5), ofSqlite(13), ofSqlite(10 + 256), ofNode('ENOSPC'), new FileUnusable('gone')])
    expect(refusalOf('/a.db', error)).toBe(error);
});

it.each<readonly [boolean, unknown]>([
  ...[5, 7, 10 + 256, 13, 15].map((code) => [true, ofSqlite(code)] as const),
  [true, new FileUnusable('gone')],
  ...[1, 19, 19 + 256 * 3].map((code) => [false, ofSqlite(code)] as const),
  ...[ofNode('ERR_INVALID_ARG_TYPE'), new Error('odd'), 'odd'].map((error) => [false, error] as const),
])('It is %s that an outage is the cause of %o', (expected, error) => {
  expect(isOutage(error)).toBe(expected);
});
