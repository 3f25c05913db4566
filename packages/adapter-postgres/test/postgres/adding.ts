import type { Added, PetRepository } from '@animal-store/domain';
import type { Sql } from '@animal-store/testkit/postgres';
import type { Load } from '@animal-store/testkit/store-faults';
import { taskEither as TE } from 'fp-ts';
import { idempotency, newPet } from './samples.ts';

export const loadOf = (pets: PetRepository): Load => ({
  add: (name) => TE.map(({ pet }: Added) => pet)(pets.add(newPet({ name, categoryId: 1n }), idempotency(name))),
  list: pets.list({ limit: 21 }),
});

/** The ids of all stored animals whose names begin in a certain way, by name. */
export const storedIds = async (sql: Sql, prefix: string): Promise<ReadonlyMap<string, readonly bigint[]>> => {
  const rows = await sql('SELECT name, id FROM pets WHERE name LIKE $1 ORDER BY id', [`${prefix}-%`]);
  const byName = Map.groupBy(rows, ([name]) => String(name));
  return new Map([...byName].map(([name, found]) => [name, found.map(([, id]) => BigInt(id ?? 0))]));
};
