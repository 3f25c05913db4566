import { DatabaseError, Pool, type PoolClient, type QueryArrayResult } from 'pg';
import type { ServerSettings } from './connection-string.ts';
import type { PoolObserver } from './observe-pool.ts';
import { isOutage, toPostgresError, unavailable } from './postgres-error.ts';
import { setUp, types } from './set-up.ts';
import type { Row, Statement, Value } from './statement.ts';

/** How long a method of a repository may take, in milliseconds. */
export const defaultOperationTimeoutMS = 4500;

// A slow read holds up the others on its connection; and with 32, whose responses no socket holds, some waited 0.1 s and more.
const maxSharing = 16;

/** Tells whether the time limit of an operation has passed, so that nothing of it may begin any more. */
export type IsOver = () => boolean;

type RunStatement = (statement: Statement, values?: readonly Value[], isOver?: IsOver) => Promise<readonly Row[]>;

/** The connections to one server that can be written to. */
export interface PostgresPool {
  /** Runs a statement, and rejects with a `PostgresError`. */
  readonly query: RunStatement;
  /** Runs a statement that waits for no lock, likewise. Up to 16 of them share a connection, and are sent without waiting. */
  readonly read: RunStatement;
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
    // How long an operation waits for a connection, and how long a new connection may take.
    connectionTimeoutMillis: 2000,
    query_timeout: operationTimeoutMS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    pipeline: true,
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

  const checkIn = (client: PoolClient, broken?: Error): void => {
    observer?.checkedIn();
    client.release(broken);
  };

  const checkOut = async (isOver?: IsOver): Promise<PoolClient> => {
    const start = performance.now();
    observer?.checkoutStarted();
    const client = await pool.connect().catch((error: Error) => {
      const failure = toPostgresError(error);
      const reason = pool.ending ? 'poolClosed' : 'connectionError';
      observer?.checkoutFailed(failure.code === 'timeout' ? 'timeout' : reason);
      throw isOutage(failure) ? failure : unavailable(failure.message);
    });
    observer?.checkedOut(performance.now() - start);
    if (!isOver?.()) return client;
    checkIn(client);
    throw unavailable('The time limit has passed');
  };

  /** A connection in use, by how many statements, and the error that broke it. */
  interface InUse {
    readonly opening: Promise<PoolClient>;
    users: number;
    broken?: Error;
  }
  let shared: InUse | undefined;

  const run = async (use: InUse, { name, text }: Statement, values: readonly Value[] = []): Promise<readonly Row[]> => {
    use.users += 1;
    try {
      const client = await use.opening;
      // Whether there is a pooler is known once the first connection is open.
      const config = { ...(name && !hasPooler && { name }), text, values: [...values], rowMode: 'array' as const };
      return await new Promise((resolve, reject) => {
        client.query(config, (error: Error | null, result: QueryArrayResult<unknown[]>) => {
          // A script has several results.
          if (error === null) return resolve(result.rows ?? []);
          // After an error that is not the server's own, a statement may still run on the connection.
          if (!(error instanceof DatabaseError)) use.broken = error;
          reject(toPostgresError(error));
        });
      });
    } finally {
      use.users -= 1;
      if (shared === use && (use.users === 0 || use.broken !== undefined)) shared = undefined;
      if (use.users === 0) use.opening.then((client) => checkIn(client, use.broken)).catch(() => undefined);
    }
  };

  const alone = (isOver?: IsOver): InUse => ({ opening: checkOut(isOver), users: 0 });

  const query: RunStatement = (statement, values, isOver) => run(alone(isOver), statement, values);

  const end = async (): Promise<void> => (pool.ending ? undefined : pool.end());

  return {
    query,
    read: (statement, values, isOver) => {
      if (hasPooler) return query(statement, values, isOver);
      if (shared === undefined || shared.users >= maxSharing) shared = alone();
      return run(shared, statement, values);
    },
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
