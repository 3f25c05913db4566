import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { apiKeyOperations, petOperations } from '@animal-store/domain-testkit';
import type { DurableStore } from '@animal-store/store';
import { either as E, option as O } from 'fp-ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openConnection } from '../src/connection.ts';
import { watchFile } from '../src/file.ts';
import { createDatabase } from '../src/run.ts';
import { allSteps, takeSteps } from '../src/schema.ts';
import { add, alter, apiKey, expectRefusal, newFile, newPet, open, outageOf, petId, query } from './store.ts';

/** Runs each operation of a store for an animal and an API key, and returns the outcomes. */
const runAll = async ({ pets, apiKeys }: DurableStore): Promise<readonly unknown[]> => {
  const rex = { ...newPet('Rex'), id: petId(1n) };
  const operations = [
    ...Object.values(petOperations).map(({ run }) => run(pets, rex)),
    ...Object.values(apiKeyOperations).map(({ run }) => run(apiKeys, apiKey('aaaaaaaa'))),
  ];
  return Promise.all(operations.map((operation) => operation()));
};

/** Checks that the ping is an outage with this cause, and each operation too, reads within 250 ms. */
const expectOutage = async (store: DurableStore, message: string): Promise<void> => {
  expect(await store.ping()).toMatchObject(outageOf(message));
  await vi.waitFor(async () => {
    const outcomes = await runAll(store);
    expect(outcomes).toMatchObject(outcomes.map(() => outageOf(message)));
  });
};

describe('A store that has lost its files is not ready, makes nothing anew, and is ready again once they are back', () => {
  const goneOf = (file: string): string =>
    `the store is gone: ${file}, or its -wal or -shm file, was removed, emptied or replaced; put it back, or restart the service`;
  const suffixes = ['', '-wal', '-shm'];

  it.each<readonly [string, (file: string) => unknown]>([
    ...suffixes.map((suffix) => [`animals.db${suffix} is removed`, (file: string) => rmSync(file + suffix)] as const),
    [
      'its volume is emptied',
      (file) => {
        rmSync(dirname(file), { recursive: true });
        mkdirSync(dirname(file));
      },
    ],
    ['animals.db is emptied', (file) => truncateSync(file)],
    [
      'animals.db is replaced by a copy',
      (file) => {
        copyFileSync(file, `${file}.new`);
        renameSync(`${file}.new`, file);
      },
    ],
  ])('%s', async (_, lose) => {
    const file = newFile();
    const store = await open(file);
    await add(store.pets, newPet('Rex'));
    lose(file);
    const left = readdirSync(dirname(file));
    await expectOutage(store, goneOf(file));
    expect(readdirSync(dirname(file))).toEqual(left);
  });

  it('its folder is moved away, and back', async () => {
    const file = newFile();
    const store = await open(file);
    const rex = await add(store.pets, newPet('Rex'));
    renameSync(dirname(file), `${dirname(file)}.moved`);
    await expectOutage(store, goneOf(file));
    renameSync(`${dirname(file)}.moved`, dirname(file));
    expect(await store.ping()).toEqual(E.right(undefined));
    expect(await store.pets.list({ limit: 9 })()).toEqual(E.right([rex]));
  });
});

/** The tables and indexes of a store, and the statements that make them. SQLite keeps others for them. */
const objects: readonly (readonly [type: string, name: string, sql: string])[] = (() => {
  using database = openConnection(':memory:');
  takeSteps(database, allSteps);
  const made = database.prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'").all();
  return made.map(({ type, name, sql }) => [String(type), String(name), String(sql)] as const);
})();

describe('A store that has lost a part is not ready, makes it not anew, and is ready again once it is back', () => {
  it.each(objects)('%s %s', async (type, name, sql) => {
    const file = newFile();
    const store = await open(file);
    await add(store.pets, newPet('Rex'));
    // With their table.
    const indexes = objects.filter(([, , text]) => type === 'table' && text.includes(` ON ${name} `));
    alter(file, `DROP ${type} ${name}`);
    const message = `the store is gone: ${file} has no ${type} ${name}; undo that change, or restore a backup`;
    await expectOutage(store, message);
    await expectRefusal(file, message);
    expect(query(file, `SELECT count(*) FROM sqlite_schema WHERE name = '${name}'`)).toEqual([0]);
    alter(file, [sql, ...indexes.map(([, , text]) => text)].join(';'));
    expect(await store.ping()).toEqual(E.right(undefined));
    expect((await runAll(store)).every((outcome) => E.isRight(outcome as E.Either<unknown, unknown>))).toBe(true);
  });

  it('everything, by a restore of an empty backup', async () => {
    const file = newFile();
    const store = await open(file);
    using empty = new DatabaseSync(':memory:');
    await backup(empty, file);
    const message = `the store is gone: ${file} was emptied or replaced by an earlier one; restore a backup, or restart the service`;
    await expectOutage(store, message);
  });
});

it('A store that is closed says so', async () => {
  const file = newFile();
  const store = await open(file);
  const waiting = store.pets.add(newPet('Pip'))();
  await store.close();
  expect(await waiting).toMatchObject(outageOf(`${file} is closed`));
  await expectOutage(store, `${file} is closed`);
});

it('No write begins on a file that was removed, and none is acknowledged if the file is moved while it runs', async () => {
  const file = newFile();
  await open(file);
  const opened = { connection: openConnection(file), assertUnchanged: watchFile(file) };
  const { write, close } = createDatabase(file, () => opened, 1_000);
  onTestFinished(close);
  const move = vi.fn(() => renameSync(file, `${file}.moved`));
  for (const _ of [1, 2]) expect(await write(move)()).toMatchObject(outageOf(expect.any(String)));
  expect(move).toHaveBeenCalledOnce();
});

it('A read checks the file if the last check is 250 ms old', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const file = newFile();
  const { pets } = await open(file);
  const read = () => pets.find(petId(1n))();
  expect(await read()).toEqual(E.right(O.none));
  rmSync(file);
  vi.advanceTimersByTime(249);
  expect(await read()).toEqual(E.right(O.none));
  vi.advanceTimersByTime(1);
  expect(await read()).toMatchObject({ left: { _tag: 'RepositoryUnavailable' } });
});

it('A read of a table that was dropped since the last check is an outage', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const file = newFile();
  const { pets } = await open(file);
  await pets.find(petId(1n))();
  alter(file, 'DROP TABLE pets');
  const message = `the store is gone: ${file} has no table pets; undo that change, or restore a backup`;
  expect(await pets.find(petId(1n))()).toMatchObject(outageOf(message));
});
