import { execFileSync } from 'node:child_process';
import { linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { either as E } from 'fp-ts';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { writeFile } from './write-file.ts';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

const at = (name: string): string => join(folder, name);

/** Uses an SQLite file like a running service, so that it has a `-wal` and a `-shm` until the test ends. */
const use = (name: string): void => {
  const database = new DatabaseSync(at(name));
  onTestFinished(() => database.close());
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a)');
};

const content = (name: string): string => readFileSync(at(name), 'latin1');

/** Writes `new` into a file, as a command on a store does. Returns `written` or the message, without the folder of the test. */
const write = async (file: string, store?: string, overwrite = true): Promise<string> => {
  const fill = async (partial: string): Promise<E.Either<string, void>> => E.right(writeFileSync(partial, 'new'));
  const written = await writeFile(file, { overwrite }, store === undefined ? undefined : at(store), fill);
  return E.isRight(written) ? 'written' : written.left.replaceAll(`${folder}/`, '');
};

const own = 'belongs to the store: choose another name';
const named = 'has a name that SQLite gives to files of its own: choose another name';
const used = 'has a file -wal: a process uses it as a store, or was killed: choose another name';

it.each<readonly [file: string, message: string]>([
  ['t.db', own],
  ['t.db-wal', own],
  ['t.db-shm', own],
  ['t.db-journal', own],
  ['link', own],
  ['hard', own],
  ['linked-folder/t.db', own],
  ['other.db', used],
  ['other.db-wal', named],
  ['other.db-shm', named],
  ['other.db-journal', named],
  ['OTHER.DB-WAL', named],
  ['link-to-wal', named],
  ['link-to-other', used],
  ['linked-folder/other.db', used],
  ['none.db-wal', named],
])('leaves %s unchanged, because it %s', async (file, message) => {
  for (const name of ['t.db', 'other.db']) use(name);
  const links = { link: 't.db', 'link-to-wal': 'other.db-wal', 'link-to-other': 'other.db', 'linked-folder': '.' };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, at(name));
  linkSync(at('t.db'), at('hard'));
  const files = () => readdirSync(folder).map((name) => [name, name === 'linked-folder' || content(name)]);
  const before = files();
  for (const path of [at(file), relative('', at(file))]) expect(await write(path, 't.db')).toBe(`${file} ${message}`);
  expect(files()).toEqual(before);
});

it('does not remove its store, although that has the name of the partial file', async () => {
  use('t.db.partial');
  expect(await write(at('t.db'), 't.db.partial')).toBe(`t.db.partial ${own}`);
  expect(readdirSync(folder)).toContain('t.db.partial');
});

it.each(['new.db', 'old.db'])('writes %s, and removes what a killed command has left of it', async (name) => {
  for (const suffix of ['', '-wal', '-shm', '-journal']) writeFileSync(at(`${name}.partial${suffix}`), 'left');
  for (const old of ['old.db', 't.db']) writeFileSync(at(old), 'old');
  expect(await write(at(name), 't.db')).toBe('written');
  expect([content(name), readdirSync(folder)]).toEqual(['new', [...new Set([name, 'old.db', 't.db'])]]);
});

it('gives the name to no file that another process writes at the same time', async () => {
  const overtaken = await writeFile(at('a'), { overwrite: true }, undefined, async (partial) => {
    rmSync(partial);
    writeFileSync(partial, 'of the other');
    return E.right(undefined);
  });
  expect(overtaken).toEqual(E.left(`${at('a')} is written by another process at the same time`));
  expect([readdirSync(folder), content('a.partial')]).toEqual([['a.partial'], 'of the other']);
});

it.each([
  ['file', 'file'],
  ['link', 'link'],
  ['dangling', 'dangling'],
  ['new.partial', 'new'],
])('replaces %s only with --overwrite', async (name, file) => {
  for (const old of ['file', 'new.partial']) writeFileSync(at(old), 'old');
  symlinkSync('file', at('link'));
  symlinkSync('none', at('dangling'));
  const before = readdirSync(folder);
  expect(await write(at(file), undefined, false)).toBe(`${name} exists already; --overwrite replaces it`);
  expect([readdirSync(folder), content('file'), content('new.partial')]).toEqual([before, 'old', 'old']);
  expect(await write(at(file))).toBe('written');
  expect([lstatSync(at(file)).isFile(), content(file)]).toEqual([true, 'new']);
});

it.each([
  ['folder', 'folder'],
  ['pipe', 'pipe'],
  ['link-to-pipe', 'link-to-pipe'],
  ['a.partial', 'a'],
])('leaves %s, which is not a regular file', async (name, file) => {
  for (const made of ['folder', 'a.partial']) mkdirSync(at(made));
  execFileSync('mkfifo', [at('pipe')]);
  symlinkSync('pipe', at('link-to-pipe'));
  const before = readdirSync(folder);
  expect(await write(at(file))).toBe(`${name} is not a regular file: choose another name`);
  expect([readdirSync(folder), lstatSync(at('pipe')).isFIFO()]).toEqual([before, true]);
});

it('says why a file cannot be written', async () => {
  expect(await write(at('none/a.db'))).toMatch(/^none\/a\.db cannot be written: ENOENT/);
});
