import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Pet } from '@animal-store/domain';
import { projectFile } from '@animal-store/testkit/project-file';
import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { backupSqlite, checkSqlite } from '../src/index.ts';
import { add, alter, expectRefusal, newFile, newPet, open, startStoreProcess } from './store.ts';

/** A new file with a backup that has one animal. Two more were added since, and the process was killed. */
const killedStore = async (): Promise<{ readonly file: string; readonly backup: string; readonly rex: Pet }> => {
  const [file, backup] = [newFile(), newFile()];
  const { repository, kill } = await startStoreProcess(file, 'pets');
  const rex = await add(repository, newPet('Rex'));
  expect(await backupSqlite(file, backup)()).toEqual(E.right(undefined));
  for (const name of ['Pip', 'Tom']) await add(repository, newPet(name));
  await kill();
  return { file, backup, rex };
};

/** The journal of a start that was killed when it made the first page: its file was empty before. */
const leaveJournalOfStart = (file: string): void => {
  const header = Buffer.alloc(512);
  Buffer.from('d9d505f920a163d7', 'hex').copy(header);
  for (const [index, value] of [-1, 7, 0, 512, 4096].entries()) header.writeInt32BE(value, 8 + 4 * index);
  writeFileSync(`${file}-journal`, header);
};

/** What another program leaves that is killed in a long change, without a WAL. */
const leaveJournalOfChange = (file: string): void => {
  const other = newFile();
  using database = new DatabaseSync(other);
  // The pages do not fit into its memory, so they are written before the commit.
  database.exec(`
    PRAGMA cache_size = 2; CREATE TABLE t (a); INSERT INTO t SELECT zeroblob(100000);
    BEGIN; UPDATE t SET a = zeroblob(200000); INSERT INTO t SELECT zeroblob(100000)`);
  for (const suffix of ['', '-journal']) copyFileSync(other + suffix, file + suffix);
};

const nothing = (): void => {};

describe('A restore, as the guide writes it, brings back exactly the backup', () => {
  const guide = readFileSync(projectFile('docs/deploy.md'), 'utf8');
  const [, commands = ''] = /^```sh\n(cd [^`]*\nrm -f animals\.db [^`]*)^```$/m.exec(guide) ?? [];

  it.each([
    ['a service that was killed', nothing],
    ['a first start that was killed', leaveJournalOfStart],
    ['another program that was killed', leaveJournalOfChange],
  ])('next to what is left of %s', async (_, leave) => {
    const { file, backup, rex } = await killedStore();
    leave(file);
    expect([existsSync(`${file}-wal`), existsSync(`${file}-journal`)]).toEqual([true, leave !== nothing]);
    const restore = commands.replaceAll('/var/lib/animal-store', dirname(file)).replaceAll(/\/backups\/\S+/g, backup);
    for (const time of ['first', 'second']) {
      execFileSync('sh', ['-ec', restore]);
      expect(await checkSqlite(file)()).toEqual(E.right({ state: 'ours', steps: [] }));
      const { pets, close } = await open(file);
      expect([time, await pets.list({ limit: 9 })()]).toEqual([time, E.right([rex])]);
      expect((await add(pets, newPet('Kim'))).id).toBe(2n);
      await close();
    }
  });
});

describe('A start and its check refuse a file next to which something was left that would undo it', () => {
  it.each([
    ['a first start that was killed', leaveJournalOfStart],
    ['another program that was killed', leaveJournalOfChange],
  ])('the journal of %s', async (_, leave) => {
    const { file, backup } = await killedStore();
    rmSync(`${file}-wal`);
    leave(file);
    copyFileSync(backup, file);
    const before = readFileSync(file);
    const message = `${file} has a -journal next to it, which would undo it: remove that if the file was restored from a backup, else open the file once with sqlite3`;
    await expectRefusal(file, message);
    expect(readFileSync(file).equals(before)).toBe(true);
    rmSync(`${file}-journal`);
    expect(await checkSqlite(file)()).toEqual(E.right({ state: 'ours', steps: [] }));
    await open(file);
  });

  it.each([
    ['was removed', (file: string) => rmSync(file)],
    ['was emptied', (file: string) => writeFileSync(file, '')],
  ])('the log of a file that %s', async (_, lose) => {
    const { file } = await killedStore();
    lose(file);
    const before = readFileSync(`${file}-wal`);
    const message = `${file} is empty or missing, and its -wal is not: restore a backup, and remove the -wal`;
    await expectRefusal(file, message);
    expect(readFileSync(`${file}-wal`).equals(before)).toBe(true);
  });
});

describe('A first start that was killed is found and repeated', () => {
  it.each([
    ['before its first page', ''],
    ['after its first page', 'PRAGMA journal_mode = WAL'],
  ])('%s', async (_, sql) => {
    const file = newFile();
    alter(file, sql);
    writeFileSync(file, existsSync(file) ? readFileSync(file) : '');
    leaveJournalOfStart(file);
    expect(await checkSqlite(file)()).toEqual(E.right({ state: 'empty', steps: [] }));
    const { pets } = await open(file);
    expect((await add(pets, newPet('Rex'))).id).toBe(1n);
  });
});
