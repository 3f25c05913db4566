import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { FoundStore } from '@animal-store/store';
import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { checkSqlite, openSqlite } from '../src/index.ts';
import { allSteps } from '../src/schema.ts';
import { add, alter, expectRefusal, newFile, newPet, open, outageOf, petId, startStoreProcess } from './store.ts';

const current = allSteps.length;
const newer = `has version ${current + 1} of the tables, and this program knows only version ${current}; use a newer program`;
const foreign = 'is a database of another program';

const contentOf = (path: string): string | undefined =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'latin1') : undefined;

const openAndClose = async (file: string): Promise<void> => (await open(file)).close();

const openNewer = async (file: string): Promise<void> => {
  await openAndClose(file);
  alter(file, `PRAGMA user_version = ${current + 1}`);
};

describe('A file that cannot be used is refused, and not changed', () => {
  it.each<readonly [string, (file: string) => unknown, string]>([
    ['it is a directory', (file) => mkdirSync(file), 'is not a regular file'],
    ['it is not a database', (file) => writeFileSync(file, 'a line\n'.repeat(100)), 'is not an SQLite database'],
    ['it has tables of another program', (file) => alter(file, 'CREATE TABLE t (a)'), foreign],
    ['it has the mark of another program', (file) => alter(file, 'PRAGMA application_id = 7'), foreign],
    ['it has the version of another program', (file) => alter(file, 'PRAGMA user_version = 1'), foreign],
    ['a newer version of this program has written it', openNewer, newer],
    ['it is a link to nothing', (file) => symlinkSync(`${file}.none`, file), 'is a link to a file that does not exist'],
  ])('if %s', async (_, make, reason) => {
    const file = newFile();
    await make(file);
    const before = contentOf(file);
    await expectRefusal(file, `${file} ${reason}`);
    expect(contentOf(file)).toBe(before);
  });

  it.each([
    ['can be read and not written', 0o444, 0o777],
    ['can be written and its directory cannot', 0o666, 0o555],
  ])('if it %s', async (_, modeOfFile, modeOfDirectory) => {
    const file = newFile();
    await openAndClose(file);
    chmodSync(file, modeOfFile);
    chmodSync(dirname(file), modeOfDirectory);
    const message = `${file} cannot be read and written by this user, or its directory cannot (SQLite creates two files next to it)`;
    // Root may write everywhere.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    const opened = await openSqlite(file)().finally(() => isRoot && process.seteuid?.(0));
    expect(opened).toEqual(E.left({ _tag: 'StoreMisconfigured', message }));
  });

  it('if its directory does not exist', async () => {
    const file = `${newFile()}/animals.db`;
    await expectRefusal(file, `${file} cannot be made, because its directory does not exist`);
  });

  it('if the system refuses its name', async () => {
    const file = `${newFile()}${'x'.repeat(300)}`;
    await expectRefusal(file, expect.stringMatching(/^\/.*animals\.dbx+ cannot be opened: ENAMETOOLONG: /));
  });
});

it('A file that another process has locked is opened, and is unavailable until the lock ends', async () => {
  const file = newFile();
  using other = new DatabaseSync(file);
  other.exec('BEGIN EXCLUSIVE');
  const { pets, ping } = await open(file, { lockTimeoutMS: 50 });
  const locked = outageOf('database is locked');
  const outcomes = [await ping(), await pets.add(newPet('Rex'))(), await pets.find(petId(1n))()];
  expect(outcomes).toMatchObject([locked, locked, locked]);
  expect(await checkSqlite(file)()).toEqual(E.right({ state: 'empty', steps: [] }));
  other.close();
  expect(await ping()).toEqual(E.right(undefined));
  expect((await add(pets, newPet('Rex'))).id).toBe(1n);
});

it('refuses to wait 0 ms for a lock, and makes no file', async () => {
  const file = newFile();
  const message = 'lockTimeoutMS must be at least 1, not 0';
  await expect(openSqlite(file, { lockTimeoutMS: 0 })()).rejects.toThrow(message);
  expect(contentOf(file)).toBeUndefined();
});

/** Its tables are only in its log. */
const openAndKill = async (file: string): Promise<void> => (await startStoreProcess(file, 'pets')).kill();

describe('The check of a file tells what it finds, and creates nothing', () => {
  const threeFiles = ['animals.db', 'animals.db-shm', 'animals.db-wal'];

  it.each<readonly [string, (file: string) => unknown, FoundStore['state'], readonly string[]]>([
    ['nothing', () => {}, 'absent', []],
    ['an empty file', (file) => writeFileSync(file, ''), 'empty', ['animals.db']],
    ['a store in use', open, 'ours', threeFiles],
    ['a store that was closed', openAndClose, 'ours', ['animals.db']],
    ['a store whose process was killed', openAndKill, 'ours', threeFiles],
  ])('%s', async (_, make, state, files) => {
    const file = newFile();
    await make(file);
    expect(await checkSqlite(file)()).toEqual(E.right({ state, steps: [] }));
    expect(readdirSync(dirname(file)).toSorted()).toEqual(files);
  });
});
