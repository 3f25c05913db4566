import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { either as E } from 'fp-ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type NewFileOptions, writeNewFile } from './write-new-file.ts';

let folder = '';
let target = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'animal-store-write-'));
  target = join(folder, 'a');
});
afterEach(() => rmSync(folder, { recursive: true }));

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

it('never replaces a file that is in use, or came into being meanwhile', async () => {
  const inUse = { overwrite: true, isInUse: (file: string) => file === target };
  expect(await write('new', inUse)).toBe('/a is in use by another process');
  let calls = 0;
  expect(await write('new', { overwrite: true, isInUse: () => ++calls > 1 })).toBe('/a is in use by another process');
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
  expect(await write('new', { overwrite: true })).toBe('/a is not a regular file');
  rmSync(target);
  writeFileSync(`${target}.partial`, '');
  expect(await write('new')).toBe(
    '/a cannot be written: another process writes it now, or one has left /a.partial: then remove that',
  );
  target = join(folder, 'x', 'a');
  expect(await write('new')).toBe('/x/a cannot be written: its directory does not exist');
});
