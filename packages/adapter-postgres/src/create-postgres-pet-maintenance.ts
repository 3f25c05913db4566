import { isKeptPetId, newPetEq, Pet, type PetMaintenance, petIdOutOfRange, petIdTaken } from '@animal-store/domain';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { petReads } from './create-postgres-pet-repository.ts';
import { toPet, toStoredName } from './decode-row.ts';
import type { PostgresPool, Statement } from './open-pool.ts';
import type { RunOperation } from './run-operation.ts';
import { idSequence, setSynchronousCommit } from './schema.ts';

const readLastId: Statement = {
  name: 'read_last_id',
  text: `SELECT CASE WHEN is_called THEN last_value ELSE last_value - 1 END AS last FROM ${idSequence}`,
};

const insertWithId: Statement = {
  name: 'insert_pet_with_id',
  text: `INSERT INTO pets (id, name, category_id, status) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING RETURNING ${setSynchronousCommit}`,
};

// An import raises the sequence in steps of this many ids, so that it seldom has to.
const step = 1000n;

// Without a lock, `setval` could lower the sequence below an id that a service takes at the same time. Only `ALTER SEQUENCE`,
// which is for its owner, locks the sequence.
const raiseTo = (last: bigint): Statement => ({
  text: `
  ALTER SEQUENCE ${idSequence} CACHE 1;
  SELECT setval('${idSequence}', ${last}), ${setSynchronousCommit} FROM ${idSequence} WHERE last_value < ${last}`,
});

const lastId = async (pool: PostgresPool): Promise<bigint> => {
  const [{ last } = {}] = await pool.query(readLastId);
  return last as bigint;
};

/** Raises the sequence to `to` if it is below `id`. */
const raise = async (pool: PostgresPool, id: bigint, to: bigint): Promise<void> => {
  if ((await lastId(pool)) < id) await pool.query(raiseTo(to));
};

/** Creates a `PetMaintenance` on PostgreSQL. It raises the sequence before it inserts an animal. */
export const createPostgresPetMaintenance = (run: RunOperation): PetMaintenance => ({
  insertWithId: (given) => {
    if (!isKeptPetId(given.id)) return TE.left(petIdOutOfRange);
    // A copy: the caller may change the original before it is compared.
    const pet = Pet.encode(given);
    const { id, name, categoryId, status = null } = pet;
    return F.pipe(
      run(async (pool) => {
        await raise(pool, id, ((id + step - 1n) / step) * step);
        const inserted = await pool.query({ ...insertWithId, values: [id, toStoredName(name), categoryId, status] });
        return inserted.length > 0 ? [] : pool.query({ ...petReads.one, values: [id] });
      }),
      TE.flatMapEither(([present]) => {
        if (present === undefined) return E.right('inserted' as const);
        return newPetEq.equals(toPet(present), pet) ? E.right('present' as const) : E.left(petIdTaken);
      }),
    );
  },

  raiseLastId: (id) => (isKeptPetId(id) ? run((pool) => raise(pool, id, id)) : TE.left(petIdOutOfRange)),

  lastId: () => run(lastId),
});
