import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { either as E } from 'fp-ts';
import { expect, it, vi } from 'vitest';
import { add, newFile, newPet, open, petId } from './stores.ts';

const unavailable = (message: string) => ({ left: { _tag: 'RepositoryUnavailable', cause: { message } } });

it.each<readonly [string, (file: string) => void]>([
  ['the file is removed', (file) => rmSync(file)],
  [
    'the file is replaced by a copy',
    (file) => {
      copyFileSync(file, `${file}.new`);
      renameSync(`${file}.new`, file);
    },
  ],
  ['the write-ahead log is removed', (file) => rmSync(`${file}-wal`)],
  ['the shared memory is removed', (file) => rmSync(`${file}-shm`)],
])('If %s, no write is acknowledged, and reads fail within a second', async (_, change) => {
  const file = newFile();
  const { pets, ping } = await open(file);
  await add(pets, newPet('Pip'));
  change(file);
  const replaced = unavailable(
    `${file}, or its -wal or -shm file, was removed or replaced since it was opened; restart the service`,
  );
  expect([await pets.add(newPet('Rex'))(), await ping()]).toMatchObject([replaced, replaced]);
  const read = async () => expect(await pets.find(petId(1n))()).toMatchObject(replaced);
  await vi.waitFor(read, { timeout: 1_000 });
});

it('A lock that another program has makes writes wait, while reads go on, and then fail', async () => {
  const file = newFile();
  const { pets } = await open(file);
  await add(pets, newPet('Pip'));
  const other = new DatabaseSync(file, { timeout: 10_000 });
  other.exec('BEGIN EXCLUSIVE');
  const begin = performance.now();
  let reads = 0;
  const reading = setInterval(async () => {
    if (E.isRight(await pets.find(petId(1n))())) reads += 1;
  }, 1);
  expect(await pets.add(newPet('Rex'))()).toMatchObject(unavailable('database is locked'));
  clearInterval(reading);
  expect(performance.now() - begin).toBeGreaterThan(1_999);
  expect(reads).toBeGreaterThan(10);

  const waiting = add(pets, newPet('Rex'));
  other.close();
  expect((await waiting).id).toBe(2n);
});
