import { copyFileSync, renameSync, rmSync } from 'node:fs';
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
