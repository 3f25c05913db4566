import { closeSync, openSync, readdirSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { backupSqlite } from '../src/index.ts';
import { add, newFile, newPet, open, query } from './store.ts';

const refusal = async (file: string, target: string): Promise<string> => {
  const copied = await backupSqlite(file, target)();
  return E.isRight(copied) ? 'copied' : copied.left.message.replaceAll(dirname(target), '');
};

it('refuses what it cannot copy, and a file that has something in it', async () => {
  const file = newFile();
  const target = newFile();
  expect(await refusal(join(dirname(target), 'none.db'), target)).toBe('/none.db has no store to copy');
  writeFileSync(file, 'no database, but a text that is longer than the header of one: '.repeat(3));
  expect(await refusal(file, target)).toMatch(/is not an SQLite database$/);
  expect(readdirSync(dirname(target))).toEqual([]);

  const ours = newFile();
  await open(ours);
  writeFileSync(target, 'precious');
  expect(await refusal(ours, target)).toBe('/animals.db exists already, and is not empty');
  expect(await refusal(ours, join(dirname(target), 'x', 'y.db'))).toBe(
    '/y.db cannot be made, because its directory does not exist',
  );
  const long = `/${'x'.repeat(300)}`;
  expect(await refusal(ours, dirname(target) + long)).toMatch(/^\/x+ cannot be made as a copy of .*: ENAMETOOLONG: /);
  truncateSync(target);
  expect(await refusal(ours, target)).toBe('copied');
});

it('reports a damaged file', async () => {
  const file = newFile();
  const { pets, close } = await open(file);
  for (let n = 0; n < 50; n++) await add(pets, newPet('x'.repeat(200)));
  await close();
  query(file, 'PRAGMA journal_mode = DELETE');
  const page = 4096;
  const opened = openSync(file, 'r+');
  writeSync(opened, Buffer.alloc(page, 0xff), 0, page, statSync(file).size - page);
  closeSync(opened);
  expect(await refusal(file, newFile())).toMatch(/is damaged; use an earlier backup/);
});
