import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { either as E } from 'fp-ts';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createDatabase, openConnection } from '../src/run.ts';
import { add, newFile, newPet, open, petId } from './store.ts';

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

it('A store that is closed says so', async () => {
  const file = newFile();
  const { pets, ping, close } = await open(file);
  const waiting = pets.add(newPet('Pip'))();
  await close();
  const closed = unavailable(`${file} is closed`);
  const outcomes = [waiting, pets.add(newPet('Rex'))(), pets.find(petId(1n))(), pets.list({ limit: 1 })(), ping()];
  expect(await Promise.all(outcomes)).toMatchObject(outcomes.map(() => closed));
});

const openDatabase = async () => {
  const file = newFile();
  await open(file);
  const connection = openConnection(file);
  onTestFinished(() => connection.close());
  return { file, database: createDatabase(connection, file, 1_000) };
};

it('No write begins on a file that was removed, and none is acknowledged if the file is moved while it runs', async () => {
  const { file, database } = await openDatabase();
  const move = vi.fn(() => renameSync(file, `${file}.moved`));
  const outage = { left: { _tag: 'RepositoryUnavailable' } };
  for (const _ of [1, 2]) expect(await database.write(move)()).toMatchObject(outage);
  expect(move).toHaveBeenCalledOnce();
});

it('A read checks the file if the last check is 250 ms old', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { file, database } = await openDatabase();
  const read = database.read(() => 'read');
  vi.advanceTimersByTime(250);
  expect(await read()).toEqual(E.right('read'));
  rmSync(file);
  vi.advanceTimersByTime(249);
  expect(await read()).toEqual(E.right('read'));
  vi.advanceTimersByTime(1);
  expect(await read()).toMatchObject({ left: { _tag: 'RepositoryUnavailable' } });
});
