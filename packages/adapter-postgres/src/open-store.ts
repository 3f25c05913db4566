import type { PoolObserver } from '@animal-store/store';
import type { ServerSettings } from './connection-string.ts';
import { openPool, type PostgresPool } from './open-pool.ts';
import { isOutage, misconfigurationOf, unavailable, unusable } from './postgres-error.ts';

/** The connections to a server that can be written to, and what the preparation has found. */
export interface Opened<A> {
  readonly pool: PostgresPool;
  readonly found: A;
}

type Prepare<A> = (pool: PostgresPool) => Promise<A>;

const open = async <A>(
  server: ServerSettings,
  prepare: Prepare<A>,
  observer: PoolObserver | undefined,
): Promise<Opened<A>> => {
  const pool = openPool(server, observer);
  try {
    return { pool, found: await prepare(pool) };
  } catch (error) {
    void pool.end();
    if (server.mayBePlain && String(error).includes('does not support SSL'))
      return open({ ...server, ssl: false, enableChannelBinding: false, mayBePlain: false }, prepare, observer);
    throw isOutage(error) ? error : unusable((error as Error).message);
  }
};

/** Connects to the first server that can be written to and prepared, in their order, as libpq does. */
export const openStore = async <A>(
  servers: readonly ServerSettings[],
  prepare: Prepare<A>,
  observer?: PoolObserver,
): Promise<Opened<A>> => {
  const errors: unknown[] = [];
  for (const server of servers) {
    try {
      return await open(server, prepare, observer);
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1 || errors.every(misconfigurationOf)) throw errors[0];
  throw unavailable(`no server can be written to: ${errors.join('; ')}`);
};
