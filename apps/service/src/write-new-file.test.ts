import { lstatSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { either as E } from 'fp-ts';
import { beforeEach, expect, it } from 'vitest';
import { type NewFileOptions, writeNewFile } from './write-new-file.ts';

let folder = '';
let target = '';
beforeEach(() => {
  folder = temporaryFolder();
  target = join(folder, 'a');
});

const write = async (text: string, options: NewFileOptions = { overwrite: false }): Promise<string> => {
  const written = await writeNewFile(target, options, async (partial) => {
    writeFileSync(partial, text);
    return text === 'fail' ? E.left('failed') : E.right(text);
  });
  return E.isRight(written) ? `wrote ${written.right}` : written.left.replaceAll(folder, '');
};

it('writes a file for this user alone, and replaces one only with `overwrite`', async () => {
  writeFileSync(target, 'old', { mode: 0o644 });
  expect(await write('new')).toBe('/a exists already; --overwrite replaces it');
  expect(await write('fail', { overwrite: true })).toBe('failed');
  expect(readFileSync(target, 'utf8')).toBe('old');
  expect(await write('new', { overwrite: true })).toBe('wrote new');
  expect([readFileSync(target, 'utf8'), statSync(target).mode & 0o777, readdirSync(folder)]).toEqual([
    'new',
    0o600,
    ['a'],
  ]);
});

it.each(['-wal', '-shm'])('never replaces a file that has a %s, and writes none', async (suffix) => {
  writeFileSync(`${target}${suffix}`, '');
  expect(await write('new', { overwrite: true })).toBe('/a is in use by another process');
  writeFileSync(target, 'database');
  expect(await write('new', { overwrite: true })).toBe('/a is in use by another process');
  target += suffix;
  expect(await write('new', { overwrite: true })).toBe(`/a${suffix} would belong to the database /a`);
});

it('replaces the file that a link leads to, unless that is in use', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, 'old');
  symlinkSync('file', target);
  expect(await write('new', { overwrite: true })).toBe('wrote new');
  expect([lstatSync(target).isSymbolicLink(), readFileSync(file, 'utf8')]).toEqual([true, 'new']);
  writeFileSync(`${file}-wal`, '');
  expect(await write('newer', { overwrite: true })).toBe('/file is in use by another process');
  rmSync(file);
  rmSync(`${file}-wal`);
  expect(await write('newest', { overwrite: true })).toBe('/a is a link to a file that does not exist');
});

it('never replaces a file that is refused, is used meanwhile, or came into being meanwhile', async () => {
  writeFileSync(target, 'old');
  const refused = { overwrite: true, refuse: (file: string) => `${file} is precious` };
  expect(await write('new', refused)).toBe('/a is precious');
  const used = await writeNewFile(target, { overwrite: true }, async () => {
    writeFileSync(`${target}-wal`, '');
    return E.right(undefined);
  });
  expect(used).toEqual(E.left(`${target} is in use by another process`));
  rmSync(target);
  rmSync(`${target}-wal`);
  const late = await writeNewFile(target, { overwrite: false }, async () => {
    writeFileSync(target, 'other');
    return E.right(undefined);
  });
  expect(late).toEqual(E.left(`${target} exists already; --overwrite replaces it`));
  expect([readFileSync(target, 'utf8'), readdirSync(folder)]).toEqual(['other', ['a']]);
});

it('leaves nothing behind after a bug', async () => {
  const bug = writeNewFile(target, { overwrite: false }, () => Promise.reject(new Error('a bug')));
  expect(await bug).toEqual(E.left(`${target} cannot be written: a bug`));
  expect(readdirSync(folder)).toEqual([]);
});

it('says why it cannot write', async () => {
  symlinkSync(folder, target);
  expect(await write('new', { overwrite: true })).toBe(' is not a regular file');
  rmSync(target);
  writeFileSync(`${target}.partial`, '');
  expect(await write('new')).toBe(
    '/a cannot be written: another process writes it now, or one has left /a.partial: then remove that',
  );
  target = join(folder, 'x', 'a');
  expect(await write('new')).toBe('/x/a cannot be written: its directory does not exist');
});
