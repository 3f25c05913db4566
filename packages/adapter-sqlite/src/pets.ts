import {
  type Added,
  type Idempotency,
  idempotencyKeyReused,
  minInt64,
  type NewPet,
  newPetEq,
  type PetRepository,
} from '@animal-store/domain';
import { function as F, option as O, taskEither as TE } from 'fp-ts';
import { marksFor, petColumns, toPet, toPetValues } from './rows.ts';
import type { Database } from './run.ts';

/** Creates a `PetRepository` on an SQLite file. */
export const createPets = ({ prepare, read, write }: Database): PetRepository => {
  const selectPets = `SELECT id, ${petColumns} FROM pets`;
  const listAll = prepare(`${selectPets} WHERE id > ? ORDER BY id LIMIT ?`);
  const listOfStatus = prepare(`${selectPets} WHERE status = ? AND id > ? ORDER BY id LIMIT ?`);
  const findPet = prepare(`${selectPets} WHERE id = ?`);
  const insertPet = prepare(`INSERT INTO pets (${petColumns}) VALUES (${marksFor(petColumns)})`);
  const findCreation = prepare(`SELECT pet_id, ${petColumns} FROM creations WHERE scope = ? AND key = ?`);
  const insertCreation = prepare(
    `INSERT INTO creations (scope, key, created, pet_id, ${petColumns}) VALUES (?, ?, ?, ?, ${marksFor(petColumns)})`,
  );

  const addOnce = (newPet: NewPet, idempotency: Idempotency | undefined): Added => {
    const found = idempotency && findCreation.get(idempotency.scope, idempotency.key);
    if (found !== undefined) return { pet: toPet(found), replayed: true };
    const values = toPetValues(newPet);
    const { lastInsertRowid: id } = insertPet.run(...values);
    if (idempotency !== undefined) insertCreation.run(idempotency.scope, idempotency.key, Date.now(), id, ...values);
    return { pet: toPet([BigInt(id), ...values]), replayed: false };
  };

  return {
    list: ({ limit, status, after = minInt64 }) =>
      read(() =>
        (status === undefined ? listAll.all(after, limit) : listOfStatus.all(status, after, limit)).map(toPet),
      ),

    add: (given, idempotency) => () => {
      // A copy: the caller may change the original before the commit.
      const newPet = { ...given };
      return F.pipe(
        write(() => addOnce(newPet, idempotency)),
        TE.filterOrElseW(
          ({ pet }) => newPetEq.equals(pet, newPet),
          () => idempotencyKeyReused,
        ),
      )();
    },

    find: (id) => read(() => O.map(toPet)(O.fromNullable(findPet.get(id)))),
  };
};
