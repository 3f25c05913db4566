// PostgreSQL takes one transaction for a statement, however many animals it adds: so a creation, its record and those of others of the
// same turn are one statement.
import { type Added, type Idempotency, type NewPet, type PetId, withId } from '@animal-store/domain';
import { isTaken } from './errors.ts';
import { raiseIds } from './ids.ts';
import type { PostgresPool, Statement } from './pool.ts';
import { detailNames, detailTypes, toDetails, toPet } from './rows.ts';
import { idSequence, setSynchronousCommit, waitAsWrites } from './schema.ts';
import { isOfServer } from './timelines.ts';

/** An animal to add. */
export interface Creation {
  readonly newPet: NewPet;
  readonly idempotency?: Idempotency;
}

const details = detailNames.join(', ');
const firstDetails = detailNames.map((name) => `first_${name}`).join(', ');

const isNew = `NOT replayed AND ${isOfServer('id')}`;

/**
 * Adds animals, each with the record of its key if it has one, and returns those that were added or recorded before. The
 * result has the number of each creation, whether it was recorded, and for `toPet` its id and the fields of the record. It
 * lacks a creation if another one of the statement, or a transaction that commits meanwhile, has the same key, or if the server does
 * not assign the id that it got.
 *
 * Records are inserted in the order of their keys, because two transactions that insert the same keys in different orders
 * would be a deadlock.
 */
const addAll: Statement = {
  name: 'add_pets',
  text: `
    WITH given AS MATERIALIZED (
      SELECT g.*, coalesce(c.pet_id, nextval('${idSequence}')) AS id, c.pet_id IS NOT NULL AS replayed,
        ${detailNames.map((name) => `c.${name} AS first_${name}`)}
      FROM unnest($2::text[], $3::text[], ${detailTypes.map((type, index) => `$${index + 4}::${type}[]`)})
        WITH ORDINALITY AS g (scope, key, ${details}, n)
      LEFT JOIN creations c ON c.scope = g.scope AND c.key = g.key
    ), recorded AS (
      INSERT INTO creations (scope, key, pet_id, ${details}, created)
      SELECT scope, key, id, ${details}, $1 FROM given WHERE key IS NOT NULL AND ${isNew}
      ORDER BY scope, key
      ON CONFLICT (scope, key) DO NOTHING
      RETURNING pet_id
    ), fresh AS (
      SELECT * FROM given WHERE ${isNew} AND (key IS NULL OR id IN (SELECT pet_id FROM recorded))
    ), added AS (
      INSERT INTO pets (id, ${details}) SELECT id, ${details} FROM fresh
    )
    SELECT n, replayed, id, ${firstDetails}, ${setSynchronousCommit} FROM fresh
    UNION ALL
    SELECT n, replayed, id, ${firstDetails}, ${waitAsWrites} FROM given WHERE replayed`,
};

/**
 * Creates a function that adds animals, and returns them in their order. For a used idempotency key, that is the animal of the first
 * response.
 */
export const createAddPets = (): ((
  pool: PostgresPool,
  creations: readonly Creation[],
) => Promise<readonly Added[]>) => {
  // A server that was found again must go on above the ids that this process has seen.
  let used: PostgresPool | undefined;
  let known = 0n;
  return async (pool, creations) => {
    if (pool !== used) await raiseIds(pool, { known });
    used = pool;
    const added: Added[] = [];
    let missing = [...creations.entries()];
    while (missing.length > 0) {
      const rows = missing.map(([, { newPet }]) => toDetails(newPet));
      const values = [
        Date.now(),
        missing.map(([, { idempotency }]) => idempotency?.scope),
        missing.map(([, { idempotency }]) => idempotency?.key),
        ...detailNames.map((_, index) => rows.map((row) => row[index])),
      ];
      const outcomes = await pool.query({ ...addAll, values }).catch(async (error: unknown) => {
        // Another program, such as a logical replication, may insert animals at any time. Nothing of the first attempt is stored.
        if (!isTaken(error)) throw error;
        await raiseIds(pool);
        return pool.query({ ...addAll, values });
      });
      for (const [n, replayed, ...pet] of outcomes) {
        const [index, { newPet }] = missing[Number(n) - 1] as (typeof missing)[number];
        const id = pet[0] as PetId;
        added[index] = replayed === true ? { pet: toPet(pet), replayed } : { pet: withId(id, newPet), replayed: false };
        if (id > known) known = id;
      }
      missing = missing.filter(([index]) => !(index in added));
      if (missing.length > 0) await raiseIds(pool);
    }
    return added;
  };
};
