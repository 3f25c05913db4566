import { expect, it } from 'vitest';
import { listQueries } from '../src/create-sqlite-pet-repository.ts';
import { openConnection } from '../src/database.ts';
import { newFile, open } from './sqlite/stores.ts';

it.each([
  [listQueries.all, ['SEARCH pets USING INTEGER PRIMARY KEY (rowid>?)']],
  [listQueries.ofStatus, ['SEARCH pets USING INDEX pets_status (status=? AND rowid>?)']],
])('%s is one search of an index and sorts nothing', async (sql, plan) => {
  const file = newFile();
  await open(file);
  const connection = openConnection(file);
  const steps = connection.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
  connection.close();
  expect(steps.map(({ detail }) => detail)).toEqual(plan);
});
