// A connection of PostgreSQL has state: prepared statements, settings and the server it leads to, and a pooler may share it.
import { limitTime, type PoolObserver } from '@animal-store/store';
import DataLoader from 'dataloader';
import { taskEither as TE } from 'fp-ts';
import { DatabaseError, Pool, type PoolClient, type PoolConfig, type QueryConfig } from 'pg';
import type { ServerSettings } from './connection-string.ts';
import { isOutdated, isShared, postgresError, readOnly, toPostgresError, unavailable, unusable } from './errors.ts';
import { timeline } from './timelines.ts';

/**
 * A statement. Each connection prepares it once, under its name. Without a name, it may be a script, which returns no rows. It
 * takes at most `query_timeout` milliseconds, 4,500 if absent.
 */
export type Statement = QueryConfig<unknown[]> & { readonly query_timeout?: number };

/** The columns of a row of a result, not validated yet: int8 as bigint, boolean as such, any other value as its text. */
export type Row = readonly unknown[];

/** Runs a statement. */
export type Query = (statement: Statement) => Promise<readonly Row[]>;

/** The connections to one server that can be written to. */
export interface PostgresPool {
  /** Runs a statement on a connection that is free. Rejects with a `PostgresError`. */
  readonly query: Query;
  /**
   * Runs a statement on a connection that it shares with the other reads of the same turn of the event loop, at most 16: one process
   * of the server performs the statements of a connection one after another. Rejects like `query`.
   */
  readonly read: Query;
  /** Closes each connection once it is free, and waits for that at most half a second. Later statements are rejected. */
  readonly end: () => Promise<void>;
  /** The latest timeline of the server, once a connection was made: each promotion raises it. */
  readonly timeline: () => number;
}

// The parsers of the driver would guess: dates, for example, would be read in the time zone of the process.
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === 't',
  20: BigInt,
  23: BigInt,
};
const types: NonNullable<PoolConfig['types']> = { getTypeParser: (oid: number) => parsers[oid] ?? String };

// The statements rely on these settings. With `array_nulls = off`, for example, creations without a key would share one. The
// driver itself sets `client_encoding`.
const settings = `
  ('server_encoding', 'UTF8', 'create the database with it'), ('array_nulls', 'on', 'set it for the user'),
  ('default_transaction_isolation', 'read committed', 'set it for the user'),
  ('default_transaction_read_only', 'off', 'set it for the user'), ('quote_all_identifiers', 'off', 'set it for the user')`;

// A pooler invents the process id that a new connection gets, so a false id shows that there is one. Clients of a pooler share
// connections to the server, so their settings are not changed. The time limits that are set in the server are below that of an
// operation, so that its error arrives first and the connection is kept. Without `row_security`, a policy that hides rows is an
// error. One plan serves all values of a read, but PostgreSQL expects it to cost more where it does not know the LIMIT, and would
// plan each list of a large table anew.
const setUp = (id: unknown): string => `
  SELECT ${timeline} AS timeline, is_direct, current_setting('transaction_read_only') = 'on' AS is_read_only,
    (SELECT format('%s is %s, and must be %s: %s', name, current_setting(name), value, cure)
      FROM (VALUES ${settings}) AS needed (name, value, cure) WHERE current_setting(name) <> value LIMIT 1) AS wrong,
    CASE WHEN is_direct THEN set_config('statement_timeout', '4000', false) || set_config('lock_timeout', '3500', false)
      || set_config('row_security', 'off', false) || set_config('plan_cache_mode', 'force_generic_plan', false) END
  FROM (SELECT pg_backend_pid() = ${id} AS is_direct) AS connection`;

/** A connection in use. It is returned to its pool after its last statement, or closed if it is broken. */
interface Lease {
  readonly client: PoolClient;
  left: number;
  broken?: Error;
}

/**
 * Opens a pool. It connects when it is used, and only to a server that can be written to. The server must not be on an earlier
 * timeline than the given one, or than one that the pool has connected to before: then it is an old primary that has come back.
 */
export const openPool = (server: ServerSettings, observer?: PoolObserver, earliest = 0): PostgresPool => {
  let latest = earliest;
  // Behind a pooler, the next statement may use another connection to the server, without the prepared statements.
  let hasPooler = false;

  const pool = new Pool({
    ...server,
    pipeline: true,
    query_timeout: 4500,
    idleTimeoutMillis: 60_000,
    // Connections to a server that does not respond do not keep the process alive.
    allowExitOnIdle: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    types,
    onConnect: async (client) => {
      const { rows } = await client.query(setUp(Reflect.get(client, 'processID')));
      if (rows[0]?.wrong) throw unusable(rows[0].wrong);
      if (rows[0]?.is_read_only) throw readOnly();
      const found = Number(rows[0]?.timeline);
      if (found < latest)
        throw unavailable(`an old primary has come back: its timeline is ${found}, and ${latest} was used before`);
      latest = found;
      if (!rows[0]?.is_direct) hasPooler = true;
    },
  });
  // The pool removes an idle connection that breaks. On a connection in use, the statement fails too.
  pool.on('error', () => undefined);
  // Connections on which a commit has not waited for its standby, because PostgreSQL was asked to end the wait.
  const unconfirmed = new WeakSet<PoolClient>();
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    client.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') unconfirmed.add(client);
    });
    observer?.connectionCreated();
  });
  pool.on('remove', () => observer?.connectionClosed());
  observer?.poolCreated(server.max);

  const checkOut = async (statements: number): Promise<Lease> => {
    const start = performance.now();
    observer?.checkoutStarted();
    try {
      const client = await pool.connect();
      observer?.checkedOut(performance.now() - start);
      return { client, left: statements };
    } catch (error) {
      const failure = toPostgresError(error as Error);
      observer?.checkoutFailed(failure.code === 'timeout' ? 'timeout' : 'connectionError');
      throw failure;
    }
  };

  const send = async (lease: Lease, { name, ...statement }: Statement): Promise<readonly Row[]> => {
    let result: { readonly rows?: unknown[][] };
    try {
      result = await lease.client.query({
        ...statement,
        rowMode: 'array',
        ...(name && !hasPooler && { name }),
      });
    } catch (error) {
      if (isShared(error)) hasPooler = true;
      const isUnfit = isShared(error) || (name !== undefined && isOutdated(error));
      // After an error that is not the server's own, the statement may still run on the connection.
      if (isUnfit || !(error instanceof DatabaseError)) lease.broken ??= error as Error;
      throw toPostgresError(error as Error, statement.values !== undefined);
    } finally {
      lease.left -= 1;
      if (lease.left === 0) {
        observer?.checkedIn();
        lease.client.release(lease.broken);
      }
    }
    if (unconfirmed.delete(lease.client)) throw postgresError('the wait for a synchronous standby was ended', '57014');
    // A script has several results, and no rows. The rows are taken out of a result, because V8 may collect it late, and would copy
    // its rows until then.
    return result.rows?.splice(0) ?? [];
  };

  // A shortcut for speed. Without it, with 64 clients, a request for a list of 20 animals or for one takes 1.7 times the CPU
  // time (whole requests over HTTP on one core).
  const shared = new DataLoader<'read', Lease>(
    async (reads) => {
      const lease = await checkOut(reads.length);
      return reads.map(() => lease);
    },
    { cache: false, maxBatchSize: 16, batchScheduleFn: setImmediate },
  );

  return {
    timeline: () => latest,
    query: async (statement) => send(await checkOut(1), statement),
    read: async (statement) => send(await shared.load('read'), statement),
    end: async () => {
      if (!pool.ending) await limitTime(500)(TE.fromTask(() => pool.end()))();
    },
  };
};
