import type { ServerSettings } from './connection-string.ts';
import type { PoolObserver } from './observe-pool.ts';
import { openPool, type PostgresPool } from './open-pool.ts';
import { misconfigurationOf, unavailable, unusable } from './postgres-error.ts';
import { currentVersion } from './schema.ts';

const look = {
  text: `SELECT current_setting('server_encoding') AS encoding,
    current_setting('default_transaction_isolation') AS isolation, to_regclass('animal_store') IS NOT NULL AS existed`,
};

/** Whether a database has the tables. Throws if it cannot be used. */
const validate = async (pool: PostgresPool): Promise<boolean> => {
  const [{ encoding, isolation, existed } = {}] = await pool.query(look);
  if (encoding !== 'UTF8') throw unusable(`the database has the encoding ${encoding}, and must have UTF8`);
  if (isolation !== 'read committed')
    throw unusable(`default_transaction_isolation is ${isolation}, and must be read committed: set it for the user`);
  if (existed !== true) return false;
  const [{ version } = {}] = await pool.query({ text: 'SELECT version FROM animal_store' });
  if (version !== currentVersion)
    throw unusable(
      `the database has version ${version} of the tables, and this program knows only version ${currentVersion}; use a newer program`,
    );
  return true;
};

/** The connections to a server that can be written to, and whether its database had the tables before. */
export interface Opened {
  readonly pool: PostgresPool;
  readonly existed: boolean;
}

/**
 * Connects to the first server that can be written to and used. If its database has no tables, it runs the script `whenEmpty`.
 * It tries all servers at once, because one that does not respond must not hold up the others.
 */
export const openStore = async (
  servers: readonly ServerSettings[],
  whenEmpty: string,
  observer?: PoolObserver,
): Promise<Opened> => {
  const pools: PostgresPool[] = [];

  const visit = async (server: ServerSettings): Promise<Opened> => {
    const pool = openPool(server, observer);
    pools.push(pool);
    try {
      return { pool, existed: await validate(pool) };
    } catch (error) {
      if (!server.mayBePlain || !String(error).includes('does not support SSL')) throw error;
      return visit({ ...server, ssl: false, enableChannelBinding: false, mayBePlain: false });
    }
  };

  let chosen: PostgresPool | undefined;
  try {
    const opened = await Promise.any(servers.map(visit));
    if (!opened.existed) await opened.pool.query({ text: whenEmpty });
    chosen = opened.pool;
    return opened;
  } catch (error) {
    if (!(error instanceof AggregateError)) throw error;
    if (servers.length === 1 || error.errors.every(misconfigurationOf)) throw error.errors[0];
    throw unavailable(`no server can be written to: ${error.errors.join('; ')}`);
  } finally {
    for (const pool of pools) if (pool !== chosen) void pool.end();
  }
};
