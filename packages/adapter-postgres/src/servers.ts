// The driver connects to one server, and PostgreSQL does not tell its clients which one can be written to after a failover.
import type { PoolObserver } from '@animal-store/store';
import { readServers, type ServerSettings } from './connection-string.ts';
import { misconfigurationOf, unavailable } from './errors.ts';
import { openPool, type PostgresPool } from './pool.ts';

/** Connects to a server, if it can be written to. */
const connect = async (
  server: ServerSettings,
  observer: PoolObserver | undefined,
  earliest: number,
): Promise<PostgresPool> => {
  const pool = openPool(server, observer, earliest);
  try {
    await pool.query({ text: 'SELECT' });
    return pool;
  } catch (error) {
    void pool.end();
    if (!server.mayBePlain || !String(error).includes('does not support SSL')) throw error;
    return connect({ ...server, ssl: false, mayBePlain: false }, observer, earliest);
  }
};

/**
 * Connects to the servers of a connection string, and uses the first one, in their order, that can be written to. If several can, it
 * is one that was promoted last: an old primary that has come back would show an old state for ever. It reads the files of the
 * string each time, because others renew them.
 */
export const openFirst = async (uri: string, observer?: PoolObserver, earliest = 1): Promise<PostgresPool> => {
  const attempts = await Promise.allSettled(readServers(uri).map((server) => connect(server, observer, earliest)));
  const pools = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
  const errors: unknown[] = attempts.flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason] : []));
  const latest = Math.max(...pools.map(({ timeline }) => timeline()));
  const first = pools.find(({ timeline }) => timeline() === latest);
  for (const pool of pools) if (pool !== first) void pool.end();
  if (first !== undefined) return first;
  if (errors.length === 1 || errors.every(misconfigurationOf)) throw errors[0];
  throw unavailable(`no server can be written to: ${errors.join('; ')}`);
};
