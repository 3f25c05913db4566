import { minInt64, type PetRepository } from '@animal-store/domain';
import { option as O } from 'fp-ts';
import { addPet } from './add-pet.ts';
import type { Database } from './database.ts';
import { petColumns, toPet } from './to-pet.ts';

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
