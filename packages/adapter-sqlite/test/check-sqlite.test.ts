import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { checkSqlite } from '../src/index.ts';
import { newFile, open, query } from './sqlite/stores.ts';

const check = (file: string): string => {
  const checked = checkSqlite(file);
  return E.isRight(checked) ? checked.right : checked.left.message.replace(file, 'FILE');
};

it('finds a file that is absent, empty or has the tables of this program, and creates nothing', async () => {
  const file = newFile();
  expect([check(file), existsSync(file)]).toEqual(['absent', false]);
  writeFileSync(file, '');
  expect(check(file)).toBe('empty');
  await (await open(file)).close();
  expect([check(file), existsSync(`${file}-wal`)]).toEqual(['ours', false]);
});

it('refuses what a start would refuse', async () => {
  const file = newFile();
  expect(check(join(file, 'a.db'))).toMatch(/cannot be made, because its directory does not exist$/);
  mkdirSync(file);
  expect(check(file)).toBe('FILE is not a regular file');
  rmSync(file, { recursive: true });
  writeFileSync(file, 'x'.repeat(200));
  expect(check(file)).toBe('FILE is not an SQLite database');
  rmSync(file);
  query(file, 'CREATE TABLE t (x)');
  expect(check(file)).toBe('FILE is a database of another program');
});
