import type { PoolObserver } from '@animal-store/store';
import { readServers, type ServerSettings } from './connection-string.ts';
import { isOutage, misconfigurationOf, unavailable, unusable } from './errors.ts';
import { openPool, type PostgresPool } from './pool.ts';

/** A pool, and what was found by its first use. */
export interface Opened<A> {
  readonly pool: PostgresPool;
  readonly found: A;
}

type Use<A> = (pool: PostgresPool) => Promise<A>;

const open = async <A>(server: ServerSettings, use: Use<A>, observer: PoolObserver | undefined): Promise<Opened<A>> => {
  const pool = openPool(server, observer);
  try {
    return { pool, found: await use(pool) };
  } catch (error) {
    void pool.end();
    if (server.mayBePlain && String(error).includes('does not support SSL'))
      return open({ ...server, ssl: false, mayBePlain: false }, use, observer);
    throw isOutage(error) ? error : unusable((error as Error).message);
  }
};

/**
 * Connects to the first server of a connection string that can be written to and used, in their order, as libpq does. It reads the
 * files of the string each time, because others renew them.
 */
export const openFirst = async <A>(uri: string, use: Use<A>, observer?: PoolObserver): Promise<Opened<A>> => {
  const servers = readServers(uri);
  const errors: unknown[] = [];
  for (const server of servers) {
    try {
      return await open(server, use, observer);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1 || errors.every(misconfigurationOf)) throw errors[0];
  throw unavailable(`no server can be written to: ${errors.join('; ')}`);
};
