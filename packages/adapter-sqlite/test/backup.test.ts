import { closeSync, openSync, readdirSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { type BackupProgress, backupSqlite } from '../src/index.ts';
import { add, alter, idempotency, newFile, newPet, open, query, startStoreProcess } from './stores.ts';

const refusal = async (file: string, target: string): Promise<string> => {
  const copied = await backupSqlite(file, target)();
  return E.isRight(copied) ? 'copied' : copied.left.message.replaceAll(dirname(target), '');
};

it('copies all that was acknowledged before, while another process adds without a pause', async () => {
  const file = newFile();
  // Some size, so that the copy takes several steps, and writes come between them.
  await open(file);
  const many = 'WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 3000)';
  alter(file, `${many} INSERT INTO pets (name, category_id) SELECT hex(zeroblob(2000)), 1 FROM n`);
  const { repository } = await startStoreProcess(file, 'pets');
  const acknowledged: (readonly [key: string, id: bigint])[] = [];
  let isAdding = true;
  const adders = Array.from({ length: 20 }, async (_, n) => {
    for (let m = 0; isAdding; m++) {
      const key = `${n}-${m}`;
      const { id } = await add(repository, newPet(`animal ${key}`), idempotency(key));
      acknowledged.push([key, id]);
    }
  });
  while (acknowledged.length < 300) await setImmediate();
  const before = [...acknowledged];

  const steps: BackupProgress[] = [];
  const target = newFile();
  expect(await backupSqlite(file, target, (progress) => void steps.push(progress))()).toEqual(E.right(undefined));
  const after = acknowledged.length;
  isAdding = false;
  await Promise.all(adders);

  expect([statSync(target).mode & 0o777, readdirSync(dirname(target))]).toEqual([0o600, [basename(target)]]);
  expect(steps.length).toBeGreaterThan(1);
  // It has not begun anew in between.
  expect(new Set(steps.map(({ totalPages }) => totalPages)).size).toBe(1);
  const { pets } = await open(target);
  for (const [key, id] of before) {
    const name = `animal ${key}`;
    expect(await add(pets, newPet(name), idempotency(key))).toEqual({ id, name, categoryId: 7n });
  }
  const orphans = query(target, 'SELECT key FROM creations WHERE pet_id NOT IN (SELECT id FROM pets)');
  expect([after > before.length, orphans]).toEqual([true, []]);
});

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
