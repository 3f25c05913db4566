import {
  isImportablePetId,
  newPetEq,
  Pet,
  type PetMaintenance,
  petIdOutOfRange,
  petIdTaken,
} from '@animal-store/domain';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { lastId, raiseIds, raiseLastId } from './ids.ts';
import type { Statement } from './pool.ts';
import { petNames, placeholders, toDetails, toPet } from './rows.ts';
import type { Run } from './run.ts';
import { setSynchronousCommit, waitAsWrites } from './schema.ts';

/** Inserts an animal under its id, unless that is taken. */
const insertWithId: Statement = {
  name: 'insert_pet_with_id',
  text: `INSERT INTO pets (${petNames}) VALUES (${placeholders(petNames)})
    ON CONFLICT (id) DO NOTHING RETURNING ${setSynchronousCommit}`,
};

const findPresent: Statement = {
  name: 'find_present_pet',
  text: `SELECT ${petNames}, ${waitAsWrites} FROM pets WHERE id = $1`,
};

/** Creates a `PetMaintenance` on PostgreSQL. It raises the sequence before it inserts an animal. */
export const createMaintenance = (run: Run): PetMaintenance => ({
  insertWithId: (given) => {
    if (!isImportablePetId(given.id)) return TE.left(petIdOutOfRange);
    // A copy: the caller may change the original before it is compared.
    const pet = Pet.encode(given);
    return F.pipe(
      run(async (pool) => {
        await raiseIds(pool, { id: pet.id });
        const inserted = await pool.query({ ...insertWithId, values: [pet.id, ...toDetails(pet)] });
        return inserted.length > 0 ? [] : pool.query({ ...findPresent, values: [pet.id] });
      }),
      TE.flatMapEither(([present]) => {
        if (present === undefined) return E.right('inserted' as const);
        return newPetEq.equals(toPet(present), pet) ? E.right('present' as const) : E.left(petIdTaken);
      }),
    );
  },

  raiseLastId: (id) => (isImportablePetId(id) ? run((pool) => raiseLastId(pool, id)) : TE.left(petIdOutOfRange)),

  lastId: () => run(lastId),
});
