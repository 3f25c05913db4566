import { type Added, type Idempotency, type NewPet, type PetId, withId } from '@animal-store/domain';
import type { Together } from './add-together.ts';
import { toPet, toStoredName } from './decode-row.ts';
import { idSequence } from './schema.ts';
import { durably, type Row, type Statement, type Value } from './statement.ts';

/** How long records of idempotent creations are kept. */
export type RecordLifetime = 'forever' | { readonly days: number };

/** A creation with an idempotency key. */
export interface KeyedCreation {
  readonly newPet: NewPet;
  readonly idempotency: Idempotency;
}

const millisecondsADay = 86_400_000;

const nextId = `nextval('${idSequence}')`;

/** Adds animals, and returns their ids in one text. */
export const insertPets: Statement = {
  name: 'insert_pets',
  text: `
    WITH given AS MATERIALIZED (
      SELECT ${nextId} AS id, name, category_id, status, n
      FROM unnest($1::text[], $2::bigint[], $3::text[]) WITH ORDINALITY AS g (name, category_id, status, n)
    ), added AS (
      INSERT INTO pets (id, name, category_id, status) SELECT id, name, category_id, status FROM given
    )
    SELECT string_agg(id::text, ' ' ORDER BY n), ${durably} FROM given`,
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
    SELECT pet_id, name, category_id, status, scope, key, ${durably} FROM recorded
    UNION ALL
    SELECT pet_id, first_name, first_category_id, first_status, scope, key, NULL FROM given WHERE pet_id IS NOT NULL`,
};

// Twice as many as are added, the oldest first, so a clean-up is never long. Instances leave each other's rows alone.
const removeExpired: Statement = {
  name: 'remove_expired',
  text: `
    DELETE FROM creations WHERE (scope, key) IN (
      SELECT scope, key FROM creations WHERE created < $1 ORDER BY created LIMIT $2 FOR UPDATE SKIP LOCKED
    )`,
};

const fieldsOf = (newPets: readonly NewPet[]): readonly Value[] => [
  newPets.map(({ name }) => toStoredName(name)),
  newPets.map(({ categoryId }) => categoryId),
  newPets.map(({ status }) => status ?? null),
];

/** Adds animals in one statement, in this order of ids. */
export const addPets: Together<NewPet, Added> = async (pool, newPets, isOver) => {
  const [[ids] = []] = await pool.query(insertPets, fieldsOf(newPets), isOver);
  const given = String(ids).split(' ').map(BigInt) as PetId[];
  return newPets.map((newPet, index) => ({ pet: withId(given[index] as PetId, newPet), replayed: false }));
};

const nameOf = ({ idempotency: { scope, key } }: KeyedCreation): string => `${scope} ${key}`;

/**
 * Adds animals with their records in one statement, and returns for each the animal that was first added with its key.
 *
 * Two transactions that add the same keys wait for each other's records, and would wait for ever if they came to them in
 * different orders. So each adds them in the order of their names.
 */
export const addKeyedPets =
  (lifetime: RecordLifetime): Together<KeyedCreation, Added> =>
  async (pool, creations, isOver) => {
    const now = BigInt(Date.now());
    const found = new Map<string, Row>();
    let missing = creations.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
    while (missing.length > 0) {
      const keys = [missing.map((each) => each.idempotency.scope), missing.map((each) => each.idempotency.key)];
      const fields = fieldsOf(missing.map(({ newPet }) => newPet));
      for (const row of await pool.query(recordPets, [...keys, ...fields, now], isOver))
        found.set(`${row[4]} ${row[5]}`, row);
      missing = missing.filter((each) => !found.has(nameOf(each)));
    }
    if (lifetime !== 'forever') {
      const before = now - BigInt(lifetime.days * millisecondsADay);
      await pool.query(removeExpired, [before, 2 * creations.length], isOver).catch(() => undefined);
    }
    const first = new Set<string>();
    return creations.map((each) => {
      const name = nameOf(each);
      const row = found.get(name) ?? [];
      const replayed = row[6] === null || first.has(name);
      first.add(name);
      return { pet: toPet(row), replayed };
    });
  };
