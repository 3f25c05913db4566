import {
  type Added,
  type Idempotency,
  idempotencyKeyReused,
  minInt64,
  NewPet,
  newPetEq,
  type Pet,
  PetId,
  type PetRepository,
  withId,
} from '@animal-store/domain';
import { function as F, option as O, taskEither as TE } from 'fp-ts';
import { marksFor, petColumns, toPet, toPetValues } from './rows.ts';
import type { Database } from './run.ts';

const insertPet = ({ change }: Database, newPet: NewPet): PetId => {
  const id = change(`INSERT INTO pets (${petColumns}) VALUES (${marksFor(petColumns)})`, ...toPetValues(newPet));
  if (PetId.is(id)) return id;
  throw new Error(`The database has assigned the id ${id}`);
};

const firstPet = ({ query }: Database, { scope, key }: Idempotency): Pet | undefined =>
  query(`SELECT pet_id AS id, ${petColumns} FROM creations WHERE scope = ? AND key = ?`, scope, key).map(toPet)[0];

const recordPet = ({ change }: Database, { scope, key }: Idempotency, pet: Pet): void => {
  const columns = `scope, key, pet_id, ${petColumns}`;
  change(`INSERT INTO creations (${columns}) VALUES (${marksFor(columns)})`, scope, key, pet.id, ...toPetValues(pet));
};

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

export const createPets = (database: Database): PetRepository => {
  const { query, read } = database;
  const selectPets = `SELECT id, ${petColumns} FROM pets`;
  return {
    add: addPet(database),

    find: (id) => read(() => O.fromNullable(query(`${selectPets} WHERE id = ?`, id).map(toPet)[0])),

    list: ({ limit, status = null, after = minInt64 }) =>
      read(() =>
        query(
          `${selectPets} WHERE id > ?1 AND (?2 IS NULL OR status = ?2) ORDER BY id LIMIT ?3`,
          after,
          status,
          limit,
        ).map(toPet),
      ),
  };
};
