import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { isSqliteFileInUse } from '../src/backup-sqlite.ts';
import { backupSqlite, restoreSqlite, settleSqliteFile } from '../src/index.ts';
import { add, newPet } from './sqlite/samples.ts';
import { startStoreProcess } from './sqlite/start-store-process.ts';
import { newFile, open } from './sqlite/stores.ts';

const backupOf = async (names: readonly string[]): Promise<string> => {
  const file = newFile();
  const { pets, close } = await open(file);
  for (const name of names) await add(pets, newPet(name));
  await close();
  const backup = newFile();
  expect(await backupSqlite(file, backup)()).toEqual(E.right(undefined));
  return backup;
};

const refusal = async (backup: string): Promise<string> => {
  const restored = await restoreSqlite(backup, newFile())();
  return E.isRight(restored) ? 'restored' : restored.left.message.replaceAll(dirname(backup), '');
};

it('writes what the backup has, skips a million ids, also of a store without animals, and changes no backup', async () => {
  for (const [names, next] of [
    [['Rex', 'Tom'], 1_000_003n],
    [[], 1_000_001n],
  ] as const) {
    const backup = await backupOf(names);
    const before = readFileSync(backup);
    const target = newFile();
    expect(await restoreSqlite(backup, target)()).toEqual(E.right(undefined));
    expect([isSqliteFileInUse(backup), isSqliteFileInUse(target)]).toEqual([false, false]);
    expect(readFileSync(backup).equals(before)).toBe(true);
    const { pets } = await open(target);
    const found = await pets.list({ limit: 10 })();
    expect(E.isRight(found) && found.right.map(({ name }) => name)).toEqual(names);
    expect((await add(pets, newPet('Kim'))).id).toBe(next);
  }
});

it('refuses a file that is not a complete backup', async () => {
  const backup = await backupOf(['Rex']);
  expect(await refusal(`${backup}.none`)).toBe('/animals.db.none does not exist');
  writeFileSync(`${backup}-wal`, '');
  expect(await refusal(backup)).toBe('/animals.db is not a backup: it has a -wal or -shm file, like a store in use');

  const other = newFile();
  new DatabaseSync(other).close();
  expect(await refusal(other)).toBe('/animals.db is not a backup');
  writeFileSync(other, 'no database, but a text that is longer than the header of one: '.repeat(3));
  expect(await refusal(other)).toBe('/animals.db is not an SQLite database');

  const cut = await backupOf(['x'.repeat(100_000)]);
  truncateSync(cut, readFileSync(cut).length - 8 * 4096);
  expect(await refusal(cut)).toMatch(/is damaged/);
});

it('settles a file after its process was killed, but not while one uses it', async () => {
  const file = newFile();
  const other = await startStoreProcess(file, 'pets');
  await add(other.repository, newPet('Rex'));
  settleSqliteFile(file);
  expect(isSqliteFileInUse(file)).toBe(true);
  await other.kill();
  expect(existsSync(`${file}-wal`)).toBe(true);
  settleSqliteFile(file);
  expect(isSqliteFileInUse(file)).toBe(false);
});
