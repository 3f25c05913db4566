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
import type { Database } from './run.ts';
import { petColumns, toPet } from './schema.ts';

/** Creates a `PetRepository` on an SQLite file. */
export const createPets = ({ prepare, read, write }: Database): PetRepository => {
  const listAll = prepare(`SELECT ${petColumns} FROM pets WHERE id > ? ORDER BY id LIMIT ?`);
  const listOfStatus = prepare(`SELECT ${petColumns} FROM pets WHERE status = ? AND id > ? ORDER BY id LIMIT ?`);
  const findPet = prepare(`SELECT ${petColumns} FROM pets WHERE id = ?`);
  const insertPet = prepare('INSERT INTO pets (name, category_id, status) VALUES (?, ?, ?)');
  const findCreation = prepare('SELECT pet_id, name, category_id, status FROM creations WHERE scope = ? AND key = ?');
  const insertCreation = prepare(
    'INSERT INTO creations (scope, key, created, pet_id, name, category_id, status) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );

  const addOnce = (newPet: NewPet, idempotency: Idempotency | undefined): Added => {
    const found = idempotency && findCreation.get(idempotency.scope, idempotency.key);
    if (found !== undefined) return { pet: toPet(found), replayed: true };
    const { name, categoryId, status = null } = newPet;
    const { lastInsertRowid: id } = insertPet.run(name, categoryId, status);
    if (idempotency !== undefined)
      insertCreation.run(idempotency.scope, idempotency.key, Date.now(), id, name, categoryId, status);
    return { pet: toPet([id, name, categoryId, status]), replayed: false };
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
