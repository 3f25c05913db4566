import type { Pet } from '@animal-store/domain';
import { petOperations, rangesOf } from '@animal-store/domain-testkit';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { createPets } from '../src/pets.ts';
import type { Database } from '../src/run.ts';
import { newFile, open, query } from './store.ts';

/** Runs each operation on animals, and lists of each range, and notes how SQLite would run their statements on a file. */
const plansOn = async (file: string): Promise<ReadonlyMap<string, readonly unknown[]>> => {
  const plans = new Map<string, readonly unknown[]>();
  const prepare: Database['prepare'] = (sql) => {
    const note = <A>(result: A) => {
      // The last of the four columns is the text.
      const plan = query(file, `EXPLAIN QUERY PLAN ${sql}`).filter((_, n) => n % 4 === 3);
      plans.set(sql, plan);
      return result;
    };
    return { all: () => note([]), get: () => note(undefined), run: () => note({ lastInsertRowid: 1n, changes: 1n }) };
  };
  const run: Database['read'] = (operation) => async () => E.right(operation());
  const unused = (): never => expect.unreachable();
  const pets = createPets({ prepare, read: run, write: run, close: unused });
  const rex = { id: 1n, name: 'Rex', categoryId: 1n } as Pet;
  for (const operation of Object.values(petOperations)) await operation.run(pets, rex)();
  for (const range of rangesOf([1n])) await pets.list(range)();
  return plans;
};

it('Each statement of the animals searches one index, and none scans a table or sorts', async () => {
  const file = newFile();
  await open(file);
  const plans = [...(await plansOn(file))];
  expect(plans.length).toBeGreaterThan(Object.keys(petOperations).length);
  const search = expect.stringMatching(/^SEARCH \w+ USING .*(?:\browid[<>=]\?|scope=\? AND key=\?)\)$/);
  for (const [sql, plan] of plans) expect([sql, ...plan]).toEqual(sql.startsWith('INSERT') ? [sql] : [sql, search]);
});
