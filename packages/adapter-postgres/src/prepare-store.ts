import { assertAccess } from './assert-ready.ts';
import { compareTables } from './compare-tables.ts';
import type { PostgresPool, Query } from './open-pool.ts';
import { findIdsBehind, raiseIds } from './pet-ids.ts';
import { misconfigurationOf, postgresError, unusable } from './postgres-error.ts';
import { createTables, currentVersion } from './schema.ts';
import { tryOperations } from './try-operations.ts';

// A schema of which the user has no right to USAGE is not searched, as if it were not there.
const look = `
  SELECT to_regclass('animal_store') IS NOT NULL AS existed,
    has_table_privilege(to_regclass('animal_store'), 'SELECT') AS is_readable,
    (SELECT nspname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace
      WHERE relname = 'animal_store' AND NOT has_schema_privilege(n.oid, 'USAGE') AND quote_ident(nspname) = ANY
        (regexp_split_to_array(replace(current_setting('search_path'), '"$user"', quote_ident(current_user)), ', *'))
      LIMIT 1) AS hidden`;

const lacks = (right: string): Error => postgresError(`permission denied: the user has no right to ${right}`, '42501');

/** Whether the database has the tables. Rejects if they are not those of this program. */
const hasTables = async (query: Query): Promise<boolean> => {
  const [[existed, isReadable, hidden] = []] = await query({ text: look });
  if (existed !== true && hidden !== null) throw lacks(`USAGE on SCHEMA ${hidden}`);
  if (existed !== true) return false;
  if (isReadable !== true) throw lacks('SELECT on animal_store');
  const [[version] = []] = await query({ text: 'SELECT max(animal_store.version) FROM animal_store' });
  if (version === null) throw unusable(`animal_store has no row, and must have one with the version ${currentVersion}`);
  if (version !== currentVersion)
    throw unusable(
      `the database has version ${version} of the tables, and this program knows only version ${currentVersion}; use a newer program`,
    );
  return true;
};

const create = async (query: Query): Promise<void> => {
  try {
    await query({ text: createTables });
  } catch (error) {
    const refused = misconfigurationOf(error) && (error as Error).message;
    if (refused === undefined) throw error;
    throw unusable(`the tables cannot be created: ${refused}. They need a schema in which the user may create tables`);
  }
};

/** Rejects if waiting does not help, and requests would fail or get a wrong response. */
const examine = async (query: Query): Promise<void> => {
  await assertAccess(query);
  await compareTables(query);
  await findIdsBehind(query);
  try {
    await tryOperations(query);
  } catch (error) {
    // Without space, for example, animals cannot be added, and can still be read.
    if (misconfigurationOf(error) !== undefined) throw error;
  }
};

const rolledBack = <A>(pool: PostgresPool, operation: (query: Query) => Promise<A>): Promise<A> =>
  pool.pipeline(async (query) => {
    await query({ text: 'BEGIN' });
    try {
      return await operation(query);
    } finally {
      await query({ text: 'ROLLBACK' });
    }
  });

/** Does what `prepareStore` does in a transaction, and rolls it back. */
export const checkStore = (pool: PostgresPool): Promise<'empty' | 'ours'> =>
  rolledBack(pool, async (query) => {
    const existed = await hasTables(query);
    if (!existed) await create(query);
    await examine(query);
    return existed ? 'ours' : 'empty';
  });

/** Creates the tables if there are none, examines them, and raises the ids if they are behind. */
export const prepareStore = async (pool: PostgresPool): Promise<void> => {
  if (!(await hasTables(pool.query))) await create(pool.query);
  await rolledBack(pool, examine);
  await raiseIds(pool);
};
