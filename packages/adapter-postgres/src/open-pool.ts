import {
  type ClientBase,
  DatabaseError,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryArrayConfig,
  type QueryArrayResult,
} from 'pg';
import type { ConnectionSettings, PostgresHost } from './connection-string.ts';
import type { CheckoutFailure, PoolObserver } from './observe-pool.ts';
import { isOutage, type PostgresError, readOnly, timedOut, toPostgresError, unavailable } from './postgres-error.ts';
import type { Row, Statement, Value } from './statement.ts';
import { connectTimeoutMS, statementTimeoutMS } from './time-limits.ts';

const closesWithinMS = 500;

/** One run of an operation. */
export interface Attempt {
  /** Whether its time limit has passed, so that nothing may begin any more. */
  readonly isOver: () => boolean;
}

/** The connections to one server that can be written to. */
export interface PostgresPool {
  /** Runs a statement, and rejects with a `PostgresError`. */
  readonly query: (statement: Statement, values: readonly Value[], attempt: Attempt) => Promise<readonly Row[]>;
  /** Runs several statements in one transaction. */
  readonly script: (text: string, attempt: Attempt) => Promise<void>;
  /** Closes each connection once it is free. Nothing begins any more. */
  readonly leave: () => void;
  /** Closes all connections, after half a second those as well that are not free. */
  readonly close: () => Promise<void>;
}

// `types` of the driver would guess: dates, for example, would be read in the time zone of the process.
const parsers: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [16, (text) => text === 't'], // boolean
  [20, BigInt], // bigint
  [23, BigInt], // integer
]);
const asText = (text: string): string => text;
const types = { getTypeParser: (oid: number) => parsers.get(oid) ?? asText } as NonNullable<PoolConfig['types']>;

/**
 * Prepares a connection, whose server process has this id unless there is a pooler in between. The plan of a statement must
 * not depend on statistics: while a table is small, other plans look cheaper, and would stay. Behind a pooler the settings
 * would be those of another client as well.
 */
export const setUp = (processId: number): string => `
  SELECT pg_backend_pid() = ${processId}, current_setting('transaction_read_only') = 'on',
    CASE WHEN pg_backend_pid() = ${processId} THEN
      set_config('statement_timeout', '${statementTimeoutMS}', false) || set_config('enable_seqscan', 'off', false)
        || set_config('enable_bitmapscan', 'off', false) || set_config('enable_hashjoin', 'off', false)
        || set_config('enable_mergejoin', 'off', false) || set_config('jit', 'off', false)
    END`;

const failureOf = ({ code, message }: PostgresError): CheckoutFailure => {
  if (code === timedOut) return 'timeout';
  return message.startsWith('Cannot use a pool') ? 'poolClosed' : 'connectionError';
};

/** Opens a pool. It connects when it is used, and only to a server that can be written to. */
export const openPool = (
  { host, port }: PostgresHost,
  settings: ConnectionSettings,
  operationTimeoutMS: number,
  observer: PoolObserver | undefined,
): PostgresPool => {
  const connections = new Set<PoolClient>();
  // Behind a pooler a prepared statement may not exist on the next connection of the server.
  const direct = new WeakSet<object>();

  const onConnect = async (client: ClientBase): Promise<void> => {
    const text = setUp(Reflect.get(client, 'processID'));
    const { rows } = await client.query<boolean[]>({ text, rowMode: 'array' });
    const [isDirect, isReadOnly] = rows[0] ?? [];
    if (isReadOnly) throw readOnly();
    if (isDirect) direct.add(client);
  };

  const pool = new Pool({
    host,
    port,
    user: settings.user,
    password: settings.password,
    database: settings.database,
    application_name: settings.applicationName,
    ssl: settings.tls === undefined ? false : { ...settings.tls, host },
    max: settings.poolSize,
    connectionTimeoutMillis: connectTimeoutMS,
    query_timeout: operationTimeoutMS,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    types,
    onConnect,
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
  observer?.poolCreated(settings.poolSize);

  type Release = (error?: Error) => void;

  const checkOut = (attempt: Attempt): Promise<readonly [client: PoolClient, release: Release]> =>
    new Promise((resolve, reject) => {
      const start = performance.now();
      observer?.checkoutStarted();
      pool.connect((error, client) => {
        if (client === undefined) {
          const failure = toPostgresError(error ?? new Error('There is no connection'));
          observer?.checkoutFailed(failureOf(failure));
          return reject(isOutage(failure) ? failure : unavailable(failure.message));
        }
        observer?.checkedOut(performance.now() - start);
        const release: Release = (broken) => {
          observer?.checkedIn();
          client.release(broken);
        };
        if (!attempt.isOver()) return resolve([client, release]);
        release();
        reject(unavailable('The time limit has passed'));
      });
    });

  const run = async (
    toConfig: (client: PoolClient) => QueryArrayConfig<Value[]>,
    attempt: Attempt,
  ): Promise<readonly Row[]> => {
    const [client, release] = await checkOut(attempt);
    return new Promise((resolve, reject) => {
      client.query(toConfig(client), (error: Error | null, result: QueryArrayResult<unknown[]>) => {
        // After an error that is not the server's own, an earlier statement may still run on the connection.
        release(error === null || error instanceof DatabaseError ? undefined : error);
        if (error === null) resolve(result.rows);
        else reject(toPostgresError(error));
      });
    });
  };

  return {
    query: ({ name, text }, values, attempt) =>
      run((client) => ({ ...(direct.has(client) && { name }), text, values: [...values], rowMode: 'array' }), attempt),
    script: async (text, attempt) => {
      await run(() => ({ text, rowMode: 'array' }), attempt);
    },
    leave: () => {
      if (!pool.ending) pool.end(() => undefined);
    },
    close: async () => {
      // Sockets to a server that does not respond would keep the process alive.
      const late = setTimeout(() => {
        for (const { connection } of connections) connection.stream.destroy();
      }, closesWithinMS);
      await (pool.ending ? undefined : pool.end());
      clearTimeout(late);
    },
  };
};
