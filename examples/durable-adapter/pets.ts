import {
  type Added,
  type Idempotency,
  idempotencyKeyReused,
  minInt64,
  NewPet,
  newPetEq,
  Pet,
  PetId,
  type PetRepository,
  reasonsOf,
  withId,
} from '@animal-store/domain';
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts';
import type { Database, Row } from './database.ts';

// The names of the domain for the columns. The compiler requires all fields, also of an animal that gets a new one.
export const petColumns = 'id, name, category_id AS categoryId, status';

export const toPet = ({ id, name, categoryId, status }: Row): Pet => {
  const fields = { id, name, categoryId, status: status ?? undefined } satisfies Record<keyof Pet, unknown>;
  const decoded = Pet.decode(fields);
  if (E.isRight(decoded)) return decoded.right;
  throw new Error(`The animal ${id} cannot be read: ${reasonsOf(decoded.left)}`);
};

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

const addPet =
  (database: Database): PetRepository['add'] =>
  (given, idempotency) => {
    // A copy, because the caller may change the original before it is compared.
    const newPet = NewPet.encode(given);
    return F.pipe(
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
  };

export const createPetRepository = (database: Database): PetRepository => {
  const { query, read } = database;
  return {
    add: addPet(database),

    find: (id) => read(() => O.fromNullable(query(`SELECT ${petColumns} FROM pets WHERE id = ?`, id).map(toPet)[0])),

    list: ({ limit, status = null, after = minInt64 }) =>
      read(() =>
        query(
          `SELECT ${petColumns} FROM pets WHERE id > ?1 AND (?2 IS NULL OR status = ?2) ORDER BY id LIMIT ?3`,
          after,
          status,
          limit,
        ).map(toPet),
      ),
  };
};
