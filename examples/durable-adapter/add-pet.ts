import {
  type Added,
  type Idempotency,
  idempotencyKeyReused,
  type NewPet,
  newPetEq,
  type Pet,
  PetId,
  type PetRepository,
  withId,
} from '@animal-store/domain';
import { function as F, taskEither as TE } from 'fp-ts';
import type { Database } from './database.ts';
import { toPet } from './to-pet.ts';

const insertPet = ({ change }: Database, { name, categoryId, status }: NewPet): PetId => {
  const id = change('INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)', name, categoryId, status ?? null);
  if (PetId.is(id)) return id;
  throw new Error(`The database has assigned the id ${id}`);
};

const firstPet = ({ query }: Database, { scope, key }: Idempotency): Pet | undefined =>
  query(
    'SELECT pet_id AS id, name, category_id AS categoryId, status FROM creations WHERE scope = ? AND key = ?',
    scope,
    key,
  ).map(toPet)[0];

const recordPet = ({ change }: Database, { scope, key }: Idempotency, { id, name, categoryId, status }: Pet): bigint =>
  change('INSERT INTO creations VALUES (?, ?, ?, ?, ?, ?)', scope, key, id, name, categoryId, status ?? null);

export const addPet =
  (database: Database): PetRepository['add'] =>
  (newPet, idempotency) =>
    F.pipe(
      database.write((): Added => {
        const first = idempotency && firstPet(database, idempotency);
        if (first !== undefined) return { pet: first, replayed: true };
        const pet = withId(insertPet(database, newPet), newPet);
        if (idempotency !== undefined) recordPet(database, idempotency, pet);
        return { pet, replayed: false };
      }),
      TE.filterOrElseW(
        ({ pet }) => newPetEq.equals(pet, newPet),
        () => idempotencyKeyReused,
      ),
    );
