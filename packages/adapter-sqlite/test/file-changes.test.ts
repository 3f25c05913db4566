import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { either as E } from 'fp-ts';
import { describe, expect, it, vi } from 'vitest';
import type { SqliteStore } from '../src/index.ts';
import { add, newPet, petId } from './sqlite/samples.ts';
import { newFile, open } from './sqlite/stores.ts';

const replace = (file: string): void => {
  copyFileSync(file, `${file}.new`);
  renameSync(`${file}.new`, file);
};

const causeOf = (outcome: E.Either<unknown, unknown>): string => {
  if (E.isRight(outcome)) return 'succeeded';
  const { _tag, cause } = outcome.left as { readonly _tag: string; readonly cause: unknown };
  return `${_tag}: ${cause}`;
};

const tryAll = async ({ pets, ping }: SqliteStore): Promise<readonly string[]> => [
  causeOf(await pets.add(newPet('Rex'))()),
  causeOf(await ping()),
  causeOf(await pets.find(petId(1n))()),
];

describe('Files that someone removed or replaced under an open store', () => {
  const replaced = (file: string): string =>
    `${file}, or its -wal or -shm file, was removed or replaced since it was opened; restart the service`;

  it.each<readonly [string, (file: string) => void]>([
    ['the file is removed', (file) => rmSync(file)],
    ['the file is replaced by a copy', replace],
    ['the write-ahead log is removed', (file) => rmSync(`${file}-wal`)],
    ['the shared memory is removed', (file) => rmSync(`${file}-shm`)],
  ])('%s: no write is acknowledged, and reads fail within a second', async (_, change) => {
    const file = newFile();
    const store = await open(file);
    await add(store.pets, newPet('Pip'));
    change(file);
    const ofWrite = `RepositoryUnavailable: Error: ${replaced(file)}`;
    expect((await tryAll(store)).slice(0, 2)).toEqual([ofWrite, ofWrite]);
    await vi.waitFor(
      async () => expect((await tryAll(store))[2]).toBe(`RepositoryUnavailable: Error: ${replaced(file)}`),
      { timeout: 1_000 },
    );
  });
});

it('A lock that another program has makes writes wait, while reads go on, and then fail', async () => {
  const file = newFile();
  const store = await open(file, { lockTimeoutMS: 300 });
  await add(store.pets, newPet('Pip'));
  const other = new DatabaseSync(file, { timeout: 10_000 });
  other.exec('BEGIN EXCLUSIVE');
  const begin = performance.now();
  let reads = 0;
  const reading = setInterval(async () => {
    if (E.isRight(await store.pets.find(petId(1n))())) reads += 1;
  }, 1);
  const locked = 'RepositoryUnavailable: Error: database is locked';
  expect((await tryAll(store)).slice(0, 2)).toEqual([locked, locked]);
  clearInterval(reading);
  expect(performance.now() - begin).toBeGreaterThan(600);
  expect(reads).toBeGreaterThan(10);

  const waiting = store.pets.add(newPet('Rex'))();
  other.close();
  expect(await waiting).toEqual(E.right({ pet: { id: 2n, name: 'Rex', categoryId: 7n }, replayed: false }));
});
