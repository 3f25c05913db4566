import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { backupSqlite } from '../src/index.ts';
import { add, newFile, newPet, open } from './store.ts';

const refusal = (message: unknown) => E.left({ _tag: 'StoreMisconfigured', message });

it.each<readonly [string, (file: string) => void, string]>([
  ['does not exist', () => {}, 'has no store to copy'],
  ['is not a database', (file) => writeFileSync(file, 'a line\n'.repeat(100)), 'is not an SQLite database'],
])('A file that %s is not copied, and no copy is made', async (_, make, reason) => {
  const [file, copy] = [newFile(), newFile()];
  make(file);
  expect(await backupSqlite(file, copy)()).toEqual(refusal(`${file} ${reason}`));
  expect(existsSync(copy)).toBe(false);
});

it('A copy replaces an empty file, and no other', async () => {
  const [file, copy] = [newFile(), newFile()];
  await open(file);
  writeFileSync(copy, 'precious');
  expect(await backupSqlite(file, copy)()).toEqual(refusal(`${copy} exists already, and is not empty`));
  writeFileSync(copy, '');
  expect(await backupSqlite(file, copy)()).toEqual(E.right(undefined));
});

it.each([
  ['/copy.db', /^\/.*\/copy\.db cannot be made, because its directory does not exist$/],
  ['x'.repeat(300), /^\/.*x cannot be made as a copy of \/.*: ENAMETOOLONG: /],
])('A copy that cannot be made is refused with the reason: animals.db%s', async (suffix, reason) => {
  const file = newFile();
  await open(file);
  expect(await backupSqlite(file, newFile() + suffix)()).toEqual(refusal(expect.stringMatching(reason)));
});

it('A copy of a damaged file is refused', async () => {
  const file = newFile();
  const { pets, close } = await open(file);
  for (let n = 0; n < 50; n++) await add(pets, newPet('x'.repeat(200)));
  await close();
  const bytes = readFileSync(file);
  // The last page.
  writeFileSync(file, bytes.fill(0xff, bytes.length - 4096));
  const reason = expect.stringMatching(/is damaged; use an earlier backup/);
  expect(await backupSqlite(file, newFile())()).toEqual(refusal(reason));
});
