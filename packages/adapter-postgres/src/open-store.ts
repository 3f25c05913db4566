import type { ServerSettings } from './connection-string.ts';
import type { PoolObserver } from './observe-pool.ts';
import { openPool, type PostgresPool } from './open-pool.ts';
import { misconfigurationOf, postgresError, unavailable, unusable } from './postgres-error.ts';
import { createTables, currentVersion, names } from './schema.ts';
import { type Row, setSynchronousCommit } from './statement.ts';

/** How long a method of a repository may take, in milliseconds. */
export const defaultOperationTimeoutMS = 4500;

/** A server that can be written to, and what is known of its database. */
export interface Found {
  readonly pool: PostgresPool;
  /** Whether the tables exist. If not, they can be created. */
  readonly exists: boolean;
}

const inSchema = (catalog: string, name: string, of: string): string =>
  `SELECT ${name} AS name FROM ${catalog} WHERE ${of} = to_regnamespace(quote_ident(current_schema()))`;

// From the catalog: it shows the tables as they are at one instant, which `to_regclass` does not while others create them.
const look = {
  text: `
    SELECT current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync, ${setSynchronousCommit},
      current_setting('default_transaction_isolation') AS isolation, current_setting('search_path') AS path,
      current_setting('synchronous_standby_names') <> '' AS has_synchronous_standby,
      EXISTS (SELECT FROM pg_stat_replication) AS has_standby,
      EXISTS (SELECT FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'version'
        WHERE c.relname = 'animal_store' AND pg_table_is_visible(c.oid)) AS exists,
      current_schema() AS schema, has_schema_privilege(current_schema(), 'CREATE') AS may_create,
      (SELECT string_agg(name, ', ' ORDER BY name) FROM (
        ${inSchema('pg_class', 'relname', 'relnamespace')} UNION ${inSchema('pg_type', 'typname', 'typnamespace')}
      ) AS present WHERE name IN (${names.map((name) => `'${name}'`).join(', ')})) AS taken`,
};

/** Throws if the server or its database cannot be used. */
const validate = (row: Row): void => {
  if (row['encoding'] !== 'UTF8')
    throw unusable(`the database has the encoding ${row['encoding']}, and must have UTF8`);
  if (row['isolation'] !== 'read committed')
    throw unusable(
      `default_transaction_isolation is ${row['isolation']}, and must be read committed: set it for the user`,
    );
  if (row['synchronous_commit'] !== 'on')
    throw unusable('the server does not let a transaction set synchronous_commit');
  if (row['exists']) return;
  if (row['schema'] === null)
    throw unusable(`search_path (${row['path']}) names no schema that exists and that the user may use`);
  if (row['taken'] !== null)
    throw unusable(`the schema ${row['schema']} has ${row['taken']} of another program; use a schema of its own`);
  if (!row['may_create'])
    throw postgresError(`permission denied: the user has no right to CREATE on schema ${row['schema']}`, '42501');
};

const validateVersion = async (pool: PostgresPool): Promise<void> => {
  const [row] = await pool.query({ name: 'read_version', text: 'SELECT version FROM animal_store' });
  if (row?.['version'] === currentVersion) return;
  throw unusable(
    `the database has version ${row?.['version']} of the tables, and this program knows only version ${currentVersion}; use a newer program`,
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
