import { readdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { checkSqlite } from '../src/index.ts';
import { createTables } from '../src/schema.ts';
import { add, newPet } from './sqlite/samples.ts';
import { startStoreProcess } from './sqlite/start-store-process.ts';
import { newFile, open } from './sqlite/stores.ts';

const check = async (file: string): Promise<readonly unknown[]> => [
  E.toUnion(await checkSqlite(file)()),
  ...readdirSync(dirname(file)).toSorted(),
];

it('finds a file that is absent, empty or has the tables of this program, and creates nothing', async () => {
  const file = newFile();
  expect(await check(file)).toEqual(['absent']);
  writeFileSync(file, '');
  expect(await check(file)).toEqual(['empty', 'animals.db']);
  const { close } = await open(file);
  const inUse = ['ours', 'animals.db', 'animals.db-shm', 'animals.db-wal'];
  expect(await check(file)).toEqual(inUse);
  await close();
  expect(await check(file)).toEqual(['ours', 'animals.db']);

  const { repository, kill } = await startStoreProcess(file, 'pets');
  await add(repository, newPet('Rex'));
  await kill();
  expect(await check(file)).toEqual(inUse);
});

it('finds tables that are only in the log', async () => {
  const file = newFile();
  using other = new DatabaseSync(file);
  other.exec('PRAGMA journal_mode = WAL');
  other.exec(createTables);
  expect((await check(file))[0]).toBe('ours');
});
