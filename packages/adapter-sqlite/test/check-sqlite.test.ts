import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { either as E } from 'fp-ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkSqlite, openSqlite } from '../src/index.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'animal-store-check-'));
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true });
});

const check = (name = 'a.db'): unknown => {
  const checked = checkSqlite(join(folder, name));
  return E.isRight(checked) ? checked.right : checked.left.message.replace(folder, '');
};
const refused = (problem: string): string => `/a.db ${problem}`;

it('finds a file that is absent, empty or has the tables of this program, and creates nothing', async () => {
  expect([check(), readdirSync(folder)]).toEqual(['absent', []]);
  writeFileSync(join(folder, 'a.db'), '');
  expect(check()).toBe('empty');
  const opened = await openSqlite(join(folder, 'a.db'))();
  if (E.isLeft(opened)) throw new Error(opened.left.message);
  await opened.right.close();
  expect([check(), readdirSync(folder)]).toEqual(['ours', ['a.db']]);
});

it('refuses what a start would refuse', () => {
  expect(check('missing/a.db')).toMatch(/cannot be made, because its directory does not exist$/);
  mkdirSync(join(folder, 'a.db'));
  expect(check()).toBe(refused('is not a regular file'));
  rmSync(join(folder, 'a.db'), { recursive: true });
  writeFileSync(join(folder, 'a.db'), 'x'.repeat(200));
  expect(check()).toBe(refused('is not an SQLite database'));
  rmSync(join(folder, 'a.db'));
  const other = new DatabaseSync(join(folder, 'a.db'));
  other.exec('CREATE TABLE t (x)');
  other.close();
  expect(check()).toBe(refused('is a database of another program'));
});
