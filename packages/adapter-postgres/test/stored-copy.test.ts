import { readFileSync } from 'node:fs';
import { describeOnPostgres } from '@animal-store/testkit/postgres';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { checkPostgres } from '../src/index.ts';
import { idempotency, newPet, open } from './store.ts';

// Written by `pg_dump --inserts` of a database that the first release of the tables has made.
const copy = readFileSync(new URL('stored/version-1.sql', import.meta.url), 'utf8');

const third = { id: 3n, name: '', categoryId: -(2n ** 63n), status: 'pending' };

describeOnPostgres('A database of version 1', ({ another }) => {
  it('opens, reads back exactly, answers its retries and goes on with its ids', async () => {
    const { uri, sql } = await another();
    await sql(copy);
    expect(await checkPostgres(uri)()).toEqual(E.right({ state: 'ours', steps: [] }));
    const store = await open(uri);
    expect(await store.pets.list({ limit: 10 })()).toEqual(
      E.right([
        { id: 1n, name: 'Rex', categoryId: 1n },
        { id: 2n, name: 'a\0b\\c ü🐶', categoryId: 2n ** 63n - 1n, status: 'sold' },
        third,
        { id: 4000n, name: 'x'.repeat(1200), categoryId: 0n, status: 'available' },
      ]),
    );
    expect(await store.apiKeys.list()()).toEqual(
      E.right([
        {
          id: 'abcdefgh',
          label: 'old',
          digest: 'a'.repeat(64),
          created: 1_700_000_000_000,
          expires: 4_000_000_000_000,
          revoked: 1_800_000_000_000,
          lastUsed: 1_700_000_000_001,
        },
      ]),
    );
    const again = newPet({ name: third.name, categoryId: third.categoryId, status: third.status });
    expect(await store.pets.add(again, idempotency('first'))()).toEqual(E.right({ pet: third, replayed: true }));
    expect(await store.pets.add(again)()).toEqual(E.right({ pet: { ...third, id: 4001n }, replayed: false }));
  });
});
