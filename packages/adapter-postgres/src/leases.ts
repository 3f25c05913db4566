// A shortcut for speed. PostgreSQL takes many statements of a connection at once, and runs one after another: so the reads of one
// turn of the event loop share a connection. Without it, with 64 clients, a request for a list of 20 animals or for one takes 1.7
// times the CPU time (whole requests over HTTP on one core).
import type { PoolObserver } from '@animal-store/store';
import DataLoader from 'dataloader';
import type { Pool, PoolClient } from 'pg';
import { toPostgresError } from './errors.ts';

/** A connection in use. */
export interface Lease {
  readonly client: PoolClient;
  /** Call it after each statement. After the last one, the connection is returned to its pool, or closed if one has broken it. */
  readonly release: (broken?: Error) => void;
}

/** Creates a function that takes a free connection: for one statement, or together with at most 15 other reads of the same turn. */
export const createCheckOut = (pool: Pool, observer?: PoolObserver): ((use: 'alone' | 'shared') => Promise<Lease>) => {
  const lease = async (statements: number): Promise<Lease> => {
    const start = performance.now();
    observer?.checkoutStarted();
    const client = await pool.connect().catch((error: Error) => {
      const failure = toPostgresError(error);
      observer?.checkoutFailed(failure.code === 'timeout' ? 'timeout' : 'connectionError');
      throw failure;
    });
    observer?.checkedOut(performance.now() - start);
    let left = statements;
    let broken: Error | undefined;
    return {
      client,
      release: (error) => {
        broken ??= error;
        left -= 1;
        if (left > 0) return;
        observer?.checkedIn();
        client.release(broken);
      },
    };
  };

  const shared = new DataLoader<'shared', Lease>(
    async (reads) => {
      const common = await lease(reads.length);
      return reads.map(() => common);
    },
    { cache: false, maxBatchSize: 16, batchScheduleFn: setImmediate },
  );
  return (use) => (use === 'alone' ? lease(1) : shared.load(use));
};
