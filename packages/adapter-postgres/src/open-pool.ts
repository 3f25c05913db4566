import { DatabaseError, Pool, type PoolClient } from 'pg';
import type { ServerSettings } from './connection-string.ts';
import type { PoolObserver } from './observe-pool.ts';
import { isOutage, toPostgresError, unavailable } from './postgres-error.ts';
import { setUp, types } from './set-up.ts';
import type { Row, Statement, Value } from './statement.ts';

/** The connections to one server that can be written to. */
export interface PostgresPool {
  /** Runs a statement on a connection that is free. Rejects with a `PostgresError`. */
  readonly query: (statement: Statement, values?: readonly Value[]) => Promise<readonly Row[]>;
  /** Closes each connection once it is free. Nothing begins any more. */
  readonly leave: () => void;
  /** Closes all connections, after half a second those as well that are not free. */
  readonly close: () => Promise<void>;
}

/** Opens a pool. It connects when it is used, and only to a server that can be written to. */
export const openPool = (server: ServerSettings, operationTimeoutMS: number, observer?: PoolObserver): PostgresPool => {
  const connections = new Set<PoolClient>();
  // Then a prepared statement may not exist on the next connection of the server.
  let hasPooler = false;

  const pool = new Pool({
    ...server,
    query_timeout: operationTimeoutMS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    types,
    onConnect: async (client) => {
      if (await setUp(client)) hasPooler = true;
    },
  });
  // A connection that breaks while it is not used. The pool has removed it already.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    // One that breaks while it is used fails its statement as well.
    client.on('error', () => undefined);
    connections.add(client);
    observer?.connectionCreated();
  });
  pool.on('remove', (client) => {
    if (connections.delete(client)) observer?.connectionClosed();
  });
  observer?.poolCreated(server.max);

  const checkOut = async (): Promise<PoolClient> => {
    const start = performance.now();
    observer?.checkoutStarted();
    try {
      const client = await pool.connect();
      observer?.checkedOut(performance.now() - start);
      return client;
    } catch (error) {
      const failure = toPostgresError(error as Error);
      const reason = pool.ending ? 'poolClosed' : 'connectionError';
      observer?.checkoutFailed(failure.code === 'timeout' ? 'timeout' : reason);
      throw isOutage(failure) ? failure : unavailable(failure.message);
    }
  };

  const query: PostgresPool['query'] = async ({ name, text }, values = []) => {
    const client = await checkOut();
    let broken: Error | undefined;
    try {
      // A script has several results.
      return (await client.query({ ...(name && !hasPooler && { name }), text, values: [...values] })).rows ?? [];
    } catch (error) {
      // After an error that is not the server's own, the statement may still run on the connection.
      if (!(error instanceof DatabaseError)) broken = error as Error;
      throw toPostgresError(error as Error);
    } finally {
      observer?.checkedIn();
      client.release(broken);
    }
  };

  const end = async (): Promise<void> => (pool.ending ? undefined : pool.end());

  return {
    query,
    leave: () => void end(),
    close: async () => {
      // Sockets to a server that does not respond would keep the process alive.
      const late = setTimeout(() => {
        for (const { connection } of connections) connection.stream.destroy();
      }, 500);
      await end();
      clearTimeout(late);
    },
  };
};
