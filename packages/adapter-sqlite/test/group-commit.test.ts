import { DatabaseSync } from 'node:sqlite';
import { either as E } from 'fp-ts';
import { describe, expect, it, vi } from 'vitest';
import { createGroupCommit, type InTransaction } from '../src/group-commit.ts';
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
  it('share one transaction, and those of the next turn another', async () => {
    const transactions = vi.fn((operation: () => unknown) => operation());
    const write = createGroupCommit(transactions as InTransaction, 1_000);
    const results = Array.from({ length: 64 }, (_, n) => write(() => n));
    expect(transactions).not.toHaveBeenCalled();
    expect(await Promise.all(results)).toEqual(Array.from({ length: 64 }, (_, n) => n));
    expect(transactions).toHaveBeenCalledOnce();
    expect(await write(() => 'next')).toBe('next');
    expect(transactions).toHaveBeenCalledTimes(2);
  });

  it('are kept although one of them fails, which is thrown and leaves nothing', async () => {
    const { file, addAll } = await openWith(
      "CREATE TRIGGER t BEFORE INSERT ON creations WHEN new.key = 'b' BEGIN SELECT raise(ABORT, 'poison'); END",
    );
    const outcomes = await addAll('a', 'b', 'c');
    expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : outcome.value))).toEqual(
      [
        E.right({ pet: { id: 1n, name: 'a', categoryId: 7n }, replayed: false }),
        'Error: poison',
        E.right({ pet: { id: 2n, name: 'c', categoryId: 7n }, replayed: false }),
      ],
    );
    expect([names(file), query(file, 'SELECT key FROM creations ORDER BY pet_id')]).toEqual([
      ['a', 'c'],
      ['a', 'c'],
    ]);
  });

  it('are not acknowledged if their COMMIT fails', async () => {
    const { file, addAll, pets } = await openWith(
      `CREATE TABLE parents (id INTEGER PRIMARY KEY);
       CREATE TABLE children (id REFERENCES parents DEFERRABLE INITIALLY DEFERRED);
       CREATE TRIGGER t AFTER INSERT ON pets WHEN new.name = 'b' BEGIN INSERT INTO children VALUES (7); END`,
    );
    const [failed] = await addAll('b');
    expect(failed).toMatchObject({ reason: { message: 'FOREIGN KEY constraint failed' } });
    expect(names(file)).toEqual([]);
    expect((await add(pets, newPet('d'))).id).toBe(1n);
  });
});

it('The check of readiness commits a page to the disk, and changes nothing', async () => {
  const file = newFile();
  const { pets, ping } = await open(file);
  await add(pets, newPet('a'), idempotency('a'));
  const state = (): readonly unknown[] =>
    ['pets', 'creations', 'sqlite_sequence', 'pragma_application_id', 'pragma_user_version'].map((table) =>
      query(file, `SELECT * FROM ${table}`),
    );
  // The number of pages in the log.
  const pages = (): unknown => query(file, 'PRAGMA wal_checkpoint(NOOP)')[1];
  const before = state();
  const size = Number(pages());
  expect([await ping(), state(), pages()]).toEqual([E.right(undefined), before, size + 1]);
});
