import { type ClientBase, DatabaseError, Pool, type PoolClient, type PoolConfig } from 'pg';
import type { ServerSettings } from './connection-string.ts';
import type { PoolObserver } from './observe-pool.ts';
import { isOutage, readOnly, toPostgresError, unavailable } from './postgres-error.ts';
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

// Those of the driver would guess: dates, for example, would be read in the time zone of the process.
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === 't',
  20: BigInt,
  23: BigInt,
};
const types: NonNullable<PoolConfig['types']> = { getTypeParser: (oid: number) => parsers[oid] ?? String };

/**
 * Prepares a connection. Returns whether there is a pooler in between, which makes up the id that the connection got at its
 * start. The pooler's connections to the server have settings that other clients share, so they stay as they are.
 */
const setUp = async (client: ClientBase): Promise<boolean> => {
  // The server's own limit is below that of an operation: its error arrives first, and keeps the connection.
  const { rows } = await client.query(`
    SELECT is_direct, current_setting('transaction_read_only') = 'on' AS is_read_only,
      CASE WHEN is_direct THEN set_config('statement_timeout', '4000', false) END
    FROM (SELECT pg_backend_pid() = ${Reflect.get(client, 'processID')} AS is_direct) AS connection`);
  if (rows[0]?.is_read_only) throw readOnly();
  return rows[0]?.is_direct !== true;
};

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
  // The pool removes a connection that breaks while it is not used. One that is used fails its statement as well.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
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

  const end = async (): Promise<void> => (pool.ending ? undefined : pool.end());

  return {
    query: async ({ name, text }, values = []) => {
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
    },
    leave: () => void end(),
    close: async () => {
      // Sockets to a server that does not respond would keep the process alive.
      const cut = () => connections.forEach(({ connection }) => void connection.stream.destroy());
      const late = setTimeout(cut, 500);
      await end();
      clearTimeout(late);
    },
  };
};
