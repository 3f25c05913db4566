import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { FoundStore } from '@animal-store/store';
import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { checkSqlite, openSqlite } from '../src/index.ts';
import { allSteps, takeSteps } from '../src/schema.ts';
import { add, alter, expectRefusal, newFile, newPet, open, outageOf, petId } from './store.ts';

const foreign = 'is a database of another program';
const noAccess =
  'cannot be read and written by this user, or its directory cannot (SQLite creates two files next to it)';
const current = allSteps.length;
const newer = `has version ${current + 1} of the tables, and this program knows only version ${current}; use a newer program`;

const contentOf = (path: string): string | undefined =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, 'latin1') : undefined;

const openAndClose = async (file: string): Promise<void> => (await open(file)).close();

const openNewer = async (file: string): Promise<void> => {
  await openAndClose(file);
  alter(file, `PRAGMA user_version = ${current + 1}`);
};

const openWithModes =
  (ofFile: number, ofDirectory: number) =>
  async (file: string): Promise<void> => {
    await openAndClose(file);
    chmodSync(file, ofFile);
    chmodSync(dirname(file), ofDirectory);
  };

/** Runs something without the rights of root, which may write everywhere. */
const unprivileged = async <A>(task: () => Promise<A>): Promise<A> => {
  if (process.geteuid?.() !== 0) return task();
  process.seteuid?.(65_534);
  return task().finally(() => process.seteuid?.(0));
};

describe('A file that cannot be used is refused, and not changed', () => {
  it.each<readonly [string, (file: string) => unknown, string]>([
    [
      'its directory does not exist',
      (file) => rmdirSync(dirname(file)),
      'cannot be made, because its directory does not exist',
    ],
    ['it is a directory', (file) => mkdirSync(file), 'is not a regular file'],
    ['it is not a database', (file) => writeFileSync(file, 'a line\n'.repeat(100)), 'is not an SQLite database'],
    ['it has tables of another program', (file) => alter(file, 'CREATE TABLE t (a)'), foreign],
    ['it has the mark of another program', (file) => alter(file, 'PRAGMA application_id = 7'), foreign],
    ['it has the version of another program', (file) => alter(file, 'PRAGMA user_version = 1'), foreign],
    ['a newer version of this program has written it', openNewer, newer],
    ['it is a link to nothing', (file) => symlinkSync(`${file}.none`, file), 'is a link to a file that does not exist'],
    ['it can be read and not written', openWithModes(0o444, 0o777), noAccess],
    ['it can be written and its directory cannot', openWithModes(0o666, 0o555), noAccess],
  ])('if %s', async (_, make, reason) => {
    const file = newFile();
    await make(file);
    const before = contentOf(file);
    const attempt = () => Promise.all([checkSqlite(file)(), openSqlite(file)()]);
    const [checked, opened] = await (reason === noAccess ? unprivileged(attempt) : attempt());
    const refusal = E.left({ _tag: 'StoreMisconfigured', message: `${file} ${reason}` });
    // The check asks access(2), which knows nothing of seteuid.
    if (reason !== noAccess || process.getuid?.() !== 0) expect(checked).toEqual(refusal);
    expect(opened).toEqual(refusal);
    expect(contentOf(file)).toBe(before);
    mkdirSync(dirname(file), { recursive: true });
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

describe('The check of a file', () => {
  const check = async (file: string): Promise<readonly unknown[]> => [
    E.map(({ state }: FoundStore) => state)(await checkSqlite(file)()),
    ...readdirSync(dirname(file)).toSorted(),
  ];

  it('tells whether it is absent, empty or has the tables of this program, and creates nothing', async () => {
    const file = newFile();
    expect(await check(file)).toEqual([E.right('absent')]);
    writeFileSync(file, '');
    expect(await check(file)).toEqual([E.right('empty'), 'animals.db']);
    const { close } = await open(file);
    const inUse = [E.right('ours'), 'animals.db', 'animals.db-shm', 'animals.db-wal'];
    expect(await check(file)).toEqual(inUse);
    // A process that is killed leaves all three.
    const left = newFile();
    for (const suffix of ['', '-wal', '-shm']) copyFileSync(file + suffix, left + suffix);
    expect(await check(left)).toEqual(inUse);
    await close();
    expect(await check(file)).toEqual([E.right('ours'), 'animals.db']);
  });

  it('finds tables that are only in the log', async () => {
    const file = newFile();
    using other = new DatabaseSync(file);
    other.exec('PRAGMA journal_mode = WAL');
    takeSteps(other, allSteps);
    expect((await check(file))[0]).toEqual(E.right('ours'));
  });
});
