import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { checkSqlite } from '../src/index.ts';
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

it('finds tables that are only in the log of a killed process', async () => {
  const file = newFile();
  await (await open(file)).close();
  const ours = new DatabaseSync(file);
  const schema = ours.prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL').all();
  ours.close();
  rmSync(file);
  const killed = new DatabaseSync(file);
  killed.exec('PRAGMA journal_mode = WAL; BEGIN');
  for (const { sql } of schema) if (!String(sql).includes('sqlite_sequence')) killed.exec(String(sql));
  killed.exec(`PRAGMA application_id = ${0x41_4e_49_4d}; PRAGMA user_version = 1; COMMIT`);
  expect((await check(file))[0]).toBe('ours');
  killed.close();
});
