import type { PoolObserver } from '@animal-store/access/node';
import type { ServerSettings } from './connection-string.ts';
import { openPool, type PostgresPool } from './open-pool.ts';
import { misconfigurationOf, unavailable, unusable } from './postgres-error.ts';
import { currentVersion } from './schema.ts';

/** Whether a database has the tables. Throws if it cannot be used. */
const validate = async (pool: PostgresPool): Promise<boolean> => {
  const [{ encoding, isolation, existed } = {}] = await pool.query({
    text: `SELECT current_setting('server_encoding') AS encoding,
      current_setting('default_transaction_isolation') AS isolation, to_regclass('animal_store') IS NOT NULL AS existed`,
  });
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

const open = async (server: ServerSettings, whenEmpty: string, observer?: PoolObserver): Promise<Opened> => {
  const pool = openPool(server, observer);
  try {
    const existed = await validate(pool);
    if (!existed) await pool.query({ text: whenEmpty });
    return { pool, existed };
  } catch (error) {
    void pool.end();
    if (!server.mayBePlain || !String(error).includes('does not support SSL')) throw error;
    const plain = { ...server, ssl: false, enableChannelBinding: false, mayBePlain: false };
    return open(plain, whenEmpty, observer);
  }
};

/**
 * Connects to the first server that can be written to and used, in their order, as libpq does. If its database has no tables,
 * it runs the script `whenEmpty`.
 */
export const openStore = async (
  servers: readonly ServerSettings[],
  whenEmpty: string,
  observer?: PoolObserver,
): Promise<Opened> => {
  const errors: unknown[] = [];
  for (const server of servers) {
    try {
      return await open(server, whenEmpty, observer);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1 || errors.every(misconfigurationOf)) throw errors[0];
  throw unavailable(`no server can be written to: ${errors.join('; ')}`);
};
