import type { PoolObserver } from '@animal-store/store';
import type { Pool, PoolClient } from 'pg';
import { type PostgresError, postgresError, toPostgresError, unavailable } from './postgres-error.ts';
import type { UsedConnection } from './share-connections.ts';

/** The ways to a connection of a pool. */
export interface CheckOut {
  /** Rejects with a `PostgresError`. */
  readonly checkOut: () => Promise<UsedConnection>;
  /** Notes that the server has completed a statement. */
  readonly noteReply: () => void;
  /** Rejects those that wait. pg-pool (3.14) forgets them when it ends: they would wait until their time is over. */
  readonly rejectWaiting: () => void;
}

/** Creates the ways to a connection of a pool. */
export const createCheckOut = (pool: Pool, observer: PoolObserver | undefined): CheckOut => {
  const waiting = new Set<(reason: PostgresError) => void>();
  let replied = Number.NEGATIVE_INFINITY;

  const noneFree = (): PostgresError => {
    // While others are served, a statement is completed in the last second too.
    const isBusy = replied > performance.now() - 1_000;
    const cause = isBusy ? 'too many operations for the pool' : 'PostgreSQL hangs, or a table is locked';
    return postgresError(`no connection was free in time: ${cause}`, 'timeout');
  };

  const toFailure = (error: Error): PostgresError =>
    error.message === 'timeout exceeded when trying to connect' ? noneFree() : toPostgresError(error);

  const connect = (): Promise<PoolClient> =>
    new Promise((resolve, reject) => {
      waiting.add(reject);
      pool.connect().then(
        (client) => (waiting.delete(reject) ? resolve(client) : client.release()),
        (error: Error) => {
          waiting.delete(reject);
          reject(toFailure(error));
        },
      );
    });

  return {
    checkOut: async () => {
      const start = performance.now();
      observer?.checkoutStarted();
      try {
        const client = await connect();
        observer?.checkedOut(performance.now() - start);
        const release = (broken?: Error): void => {
          observer?.checkedIn();
          client.release(broken);
        };
        return { client, release };
      } catch (error) {
        observer?.checkoutFailed((error as PostgresError).code === 'timeout' ? 'timeout' : 'connectionError');
        throw error;
      }
    },
    noteReply: () => {
      replied = performance.now();
    },
    rejectWaiting: () => {
      for (const reject of waiting) reject(unavailable('The connections are closed'));
      waiting.clear();
    },
  };
};
