import { DatabaseSync } from 'node:sqlite';
import { taskEither as TE } from 'fp-ts';
import { expect, it } from 'vitest';
import { createPetCounter } from './count-pets.ts';
import { prepareRows } from './open-connection.ts';

it('goes on where its last run ended, and counts what was added since', async () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE pets (id INTEGER PRIMARY KEY); INSERT INTO pets VALUES (1), (5), (6), (9), (10)');
  const counts: number[] = [];
  const count = createPetCounter(
    {
      prepare: (sql) => {
        const statement = prepareRows(database, sql);
        return (...parameters) => statement.all(...parameters);
      },
      read: TE.fromIO,
    },
    2n,
  );
  const run = async (): Promise<void> => {
    const counted = await count();
    counts.push('right' in counted ? counted.right : Number.NaN);
  };
  for (let turn = 0; turn < 4; turn += 1) await run();
  database.exec('INSERT INTO pets VALUES (11)');
  await run();
  expect(counts).toEqual([2, 4, 5, 5, 6]);
});
