import type { ServerSettings } from './connection-string.ts';
import type { PoolObserver } from './observe-pool.ts';
import { openPool, type PostgresPool } from './open-pool.ts';
import { misconfigurationOf, postgresError, unavailable, unusable } from './postgres-error.ts';
import { createTables, currentVersion, names } from './schema.ts';
import type { Row } from './statement.ts';

/** How long a method of a repository may take, in milliseconds. */
export const defaultOperationTimeoutMS = 4500;

/** A server that can be written to, and what is known of its database. */
export interface Found {
  readonly pool: PostgresPool;
  /** Whether the tables exist. If not, they can be created. */
  readonly exists: boolean;
}

// From the catalog: it shows the tables as they are at one instant, which `to_regclass` does not while others create them.
const look = {
  text: `
    WITH present AS (
      SELECT relname AS name FROM pg_class WHERE relnamespace = to_regnamespace(quote_ident(current_schema()))
      UNION SELECT typname FROM pg_type WHERE typnamespace = to_regnamespace(quote_ident(current_schema()))
    )
    SELECT current_setting('server_encoding') AS encoding, current_setting('default_transaction_isolation') AS isolation,
      current_setting('search_path') AS path, current_schema() AS schema,
      has_schema_privilege(current_schema(), 'CREATE') AS may_create,
      EXISTS (SELECT FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'version'
        WHERE c.relname = 'animal_store' AND pg_table_is_visible(c.oid)) AS exists,
      (SELECT string_agg(name, ', ' ORDER BY name) FROM present WHERE name IN (${names})) AS taken`,
};

/** Throws if the server or its database cannot be used. */
const validate = ({ encoding, isolation, exists, path, schema, taken, may_create: mayCreate }: Row): void => {
  if (encoding !== 'UTF8') throw unusable(`the database has the encoding ${encoding}, and must have UTF8`);
  if (isolation !== 'read committed')
    throw unusable(`default_transaction_isolation is ${isolation}, and must be read committed: set it for the user`);
  if (exists) return;
  if (schema === null) throw unusable(`search_path (${path}) names no schema that exists and that the user may use`);
  if (taken !== null) throw unusable(`the schema ${schema} has ${taken} of another program; use a schema of its own`);
  if (!mayCreate)
    throw postgresError(`permission denied: the user has no right to CREATE on schema ${schema}`, '42501');
};

const validateVersion = async (pool: PostgresPool): Promise<void> => {
  const [{ version } = {}] = await pool.query({ text: 'SELECT version FROM animal_store' });
  if (version !== currentVersion)
    throw unusable(
      `the database has version ${version} of the tables, and this program knows only version ${currentVersion}; use a newer program`,
    );
};

/**
 * Connects to the first server that can be written to, and validates it and its database, without a change. It tries all
 * servers at once, because one that does not respond must not hold up the others.
 */
export const findStore = async (
  servers: readonly ServerSettings[],
  operationTimeoutMS: number = defaultOperationTimeoutMS,
  observer?: PoolObserver,
): Promise<Found> => {
  const pools: PostgresPool[] = [];

  const visit = async (server: ServerSettings): Promise<readonly [PostgresPool, Row]> => {
    const pool = openPool(server, operationTimeoutMS, observer);
    pools.push(pool);
    try {
      return [pool, (await pool.query(look))[0] ?? {}];
    } catch (error) {
      if (!server.mayBePlain || !String(error).includes('does not support SSL')) throw error;
      return visit({ ...server, ssl: false, enableChannelBinding: false, mayBePlain: false });
    }
  };

  let chosen: PostgresPool | undefined;
  try {
    const [pool, row] = await Promise.any(servers.map(visit));
    validate(row);
    if (row['exists']) await validateVersion(pool);
    chosen = pool;
    return { pool, exists: row['exists'] === true };
  } catch (error) {
    if (!(error instanceof AggregateError)) throw error;
    if (servers.length === 1 || error.errors.every(misconfigurationOf)) throw error.errors[0];
    throw unavailable(`no server can be written to: ${error.errors.join('; ')}`);
  } finally {
    for (const pool of pools) if (pool !== chosen) pool.leave();
  }
};

/** Finds the store, and creates its tables if there are none. */
export const openStore = async (...settings: Parameters<typeof findStore>): Promise<PostgresPool> => {
  const { pool, exists } = await findStore(...settings);
  if (exists) return pool;
  try {
    await pool.query({ text: createTables });
    await validateVersion(pool);
    return pool;
  } catch (error) {
    pool.leave();
    throw error;
  }
};
