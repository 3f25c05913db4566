import { type Added, type Idempotency, type NewPet, type PetId, withId } from '@animal-store/domain';
import { toPet, toStoredName } from './decode-row.ts';
import type { PostgresPool } from './open-pool.ts';
import { idSequence } from './schema.ts';
import { type Row, type Statement, setSynchronousCommit, type Value } from './statement.ts';

/** A creation with an idempotency key. */
export interface KeyedCreation {
  readonly newPet: NewPet;
  readonly idempotency: Idempotency;
}

const nextId = `nextval('${idSequence}')`;

/** Adds animals, and returns their ids. */
export const insertPets: Statement = {
  name: 'insert_pets',
  text: `
    WITH given AS MATERIALIZED (
      SELECT ${nextId} AS id, name, category_id, status, n
      FROM unnest($1::text[], $2::bigint[], $3::text[]) WITH ORDINALITY AS g (name, category_id, status, n)
    ), added AS (
      INSERT INTO pets (id, name, category_id, status) SELECT id, name, category_id, status FROM given
    )
    SELECT id, ${setSynchronousCommit} FROM given ORDER BY n`,
};

/** Adds animals with records. A record that another transaction commits meanwhile is in neither part of the result. */
export const recordPets: Statement = {
  name: 'record_pets',
  text: `
    WITH given AS MATERIALIZED (
      SELECT g.*, c.pet_id, c.name AS first_name, c.category_id AS first_category_id, c.status AS first_status
      FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[])
        AS g (scope, key, name, category_id, status)
      LEFT JOIN creations c ON c.scope = g.scope AND c.key = g.key
    ), recorded AS (
      INSERT INTO creations (scope, key, pet_id, name, category_id, status, created)
      SELECT scope, key, ${nextId}, name, category_id, status, $6 FROM given WHERE pet_id IS NULL
      ON CONFLICT (scope, key) DO NOTHING
      RETURNING scope, key, pet_id, name, category_id, status
    ), added AS (
      INSERT INTO pets (id, name, category_id, status) SELECT pet_id, name, category_id, status FROM recorded
    )
    SELECT scope, key, pet_id AS id, name, category_id, status, false AS replayed, ${setSynchronousCommit} FROM recorded
    UNION ALL
    SELECT scope, key, pet_id, first_name, first_category_id, first_status, true, NULL FROM given
    WHERE pet_id IS NOT NULL`,
};

const fieldsOf = (newPets: readonly NewPet[]): readonly Value[] => [
  newPets.map(({ name }) => toStoredName(name)),
  newPets.map(({ categoryId }) => categoryId),
  newPets.map(({ status }) => status ?? null),
];

/** Adds animals in one statement, in this order of ids. */
export const addPets = async (pool: PostgresPool, newPets: readonly NewPet[]): Promise<readonly Added[]> => {
  const rows = await pool.query(insertPets, fieldsOf(newPets));
  return newPets.map((newPet, index) => ({ pet: withId(rows[index]?.['id'] as PetId, newPet), replayed: false }));
};

const nameOf = ({ scope, key }: Idempotency): string => `${scope} ${key}`;

/**
 * Adds animals with their records in one statement, and returns for each the animal that was first added with its key.
 *
 * Two transactions that add the same keys wait for each other's records, and would wait for ever if they came to them in
 * different orders. So each adds them in the order of their names.
 */
export const addKeyedPets = async (
  pool: PostgresPool,
  creations: readonly KeyedCreation[],
): Promise<readonly Added[]> => {
  const found = new Map<string, Row>();
  let missing = creations.toSorted((a, b) => (nameOf(a.idempotency) < nameOf(b.idempotency) ? -1 : 1));
  while (missing.length > 0) {
    const keys = [missing.map((each) => each.idempotency.scope), missing.map((each) => each.idempotency.key)];
    const fields = fieldsOf(missing.map(({ newPet }) => newPet));
    for (const row of await pool.query(recordPets, [...keys, ...fields, Date.now()]))
      found.set(`${row['scope']} ${row['key']}`, row);
    missing = missing.filter(({ idempotency }) => !found.has(nameOf(idempotency)));
  }
  const seen = new Set<string>();
  return creations.map(({ idempotency }) => {
    const name = nameOf(idempotency);
    const row = found.get(name) ?? {};
    // Of several with one key in the same statement, the first is the run that made the record.
    const replayed = row['replayed'] === true || seen.has(name);
    seen.add(name);
    return { pet: toPet(row), replayed };
  });
};
