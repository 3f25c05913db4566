import { DatabaseSync } from 'node:sqlite';
import { either as E } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { readFileIdentity } from '../src/file-identity.ts';
import { createGroupCommit } from '../src/group-commit.ts';
import { openConnection } from '../src/open-connection.ts';
import { add, idempotency, newPet } from './sqlite/samples.ts';
import { newFile, open, query } from './sqlite/stores.ts';

const names = (file: string): readonly unknown[] => query(file, 'SELECT name FROM pets ORDER BY id');

/** Opens a store whose database refuses what a trigger refuses. */
const openWith = async (trigger: string) => {
  const file = newFile();
  const { pets } = await open(file);
  const database = new DatabaseSync(file);
  database.exec(trigger);
  database.close();
  const addAll = (...given: readonly string[]): Promise<PromiseSettledResult<unknown>[]> =>
    Promise.allSettled(given.map((name) => pets.add(newPet(name), idempotency(name))()));
  return { file, addAll, pets };
};

describe('Writes of one turn', () => {
  it('are kept although one of them fails, which is thrown and leaves nothing', async () => {
    const { file, addAll } = await openWith(
      "CREATE TRIGGER t BEFORE INSERT ON creations WHEN new.key = 'b' BEGIN SELECT raise(ABORT, 'poison'); END",
    );
    const outcomes = await addAll('a', 'b', 'c');
    expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : outcome.value))).toEqual(
      [
        E.right({ id: 1n, name: 'a', categoryId: 7n }),
        'Error: SQLite: poison',
        E.right({ id: 2n, name: 'c', categoryId: 7n }),
      ],
    );
    expect([names(file), query(file, 'SELECT key FROM creations ORDER BY pet_id')]).toEqual([
      ['a', 'c'],
      ['a', 'c'],
    ]);
  });

  it('are acknowledged by no means when their COMMIT fails, and the next group is', async () => {
    const { file, addAll, pets } = await openWith(
      `CREATE TABLE parents (id INTEGER PRIMARY KEY);
       CREATE TABLE children (id REFERENCES parents DEFERRABLE INITIALLY DEFERRED);
       CREATE TRIGGER t AFTER INSERT ON pets WHEN new.name = 'b' BEGIN INSERT INTO children VALUES (7); END`,
    );
    const outcomes = await addAll('a', 'b', 'c');
    expect(outcomes.map((outcome) => outcome.status === 'rejected' && String(outcome.reason))).toEqual(
      Array(3).fill('Error: SQLite: FOREIGN KEY constraint failed'),
    );
    expect(names(file)).toEqual([]);
    expect((await add(pets, newPet('d'))).id).toBe(1n);
  });

  it('fail alone when the disk is full', async () => {
    const file = newFile();
    await open(file);
    const connection = openConnection(file);
    connection.exec(`PRAGMA max_page_count = ${20}`);
    const commit = createGroupCommit(connection, file, readFileIdentity(file), 'forever');
    const outcomes = commit(
      ['a', 'x'.repeat(200_000), 'c'].map((name) => ({ name: 'addPet', input: { newPet: newPet(name) } })),
    );
    connection.close();
    const full = { _tag: 'Failed', isOutage: true, message: 'database or disk is full', code: 13 };
    expect(outcomes?.map((outcome) => (outcome._tag === 'Done' ? 'done' : outcome))).toEqual(['done', full, 'done']);
    expect(names(file)).toEqual(['a', 'c']);
  });
});

it('The check of readiness writes what an addition writes, and leaves nothing', async () => {
  const file = newFile();
  const { pets, ping } = await open(file);
  await add(pets, newPet('a'), idempotency('a'));
  const tables = (): readonly unknown[] =>
    ['pets', 'creations', 'sqlite_sequence'].map((table) => query(file, `SELECT * FROM ${table}`));
  const before = tables();
  expect([await ping(), tables()]).toEqual([E.right(undefined), before]);
  for (const table of ['pets', 'creations']) {
    query(file, `CREATE TRIGGER t BEFORE INSERT ON ${table} BEGIN SELECT raise(ABORT, '${table} refuses'); END`);
    await expect(ping()).rejects.toThrow(`SQLite: ${table} refuses`);
    query(file, 'DROP TRIGGER t');
  }
});

it('A record of a creation expires when its lifetime is over and newer ones are written', async () => {
  const file = newFile();
  const { pets } = await open(file, { recordLifetime: { days: 2 } });
  for (const key of ['a', 'b', 'c']) await add(pets, newPet(key), idempotency(key));
  query(file, "UPDATE creations SET created = created - (CASE key WHEN 'b' THEN 1 ELSE 3 END) * 86400000 RETURNING 1");
  await add(pets, newPet('d'), idempotency('d'));
  expect(query(file, 'SELECT key FROM creations ORDER BY pet_id')).toEqual(['b', 'c', 'd']);
});
