// A connection of PostgreSQL has settings, and leads to a server that may be an old primary, or to a pooler.
import { limitTime, type PoolObserver } from '@animal-store/store';
import { taskEither as TE } from 'fp-ts';
import { DatabaseError, types as driver, Pool, type PoolClient, type PoolConfig, type QueryConfig } from 'pg';
import type { ServerSettings } from './connection-string.ts';
import { postgresError, toPostgresError, unavailable, unusable } from './errors.ts';
import { createCheckOut, type Lease } from './leases.ts';
import { timeline } from './timelines.ts';

/**
 * A statement. Each connection prepares it once, under its name. Without a name, it may be a script, which returns no rows. It
 * takes at most `query_timeout` milliseconds, 4,500 if absent.
 */
export type Statement = QueryConfig<unknown[]> & { readonly query_timeout?: number };

/** The columns of a row of a result, not validated yet: int8 as bigint, other types as the driver reads them. */
export type Row = readonly unknown[];

/** Runs a statement. Rejects with a `PostgresError`. */
export type Query = (statement: Statement) => Promise<readonly Row[]>;

/** The connections to one server that can be written to. */
export interface PostgresPool {
  /** Runs a statement on a connection of its own. */
  readonly query: Query;
  /** Runs a statement on a connection that it shares with the other reads of the same turn of the event loop. */
  readonly read: Query;
  /** Closes each connection once it is free, and waits for that at most half a second. Later statements are rejected. */
  readonly end: () => Promise<void>;
  /** The latest timeline of the server, once a connection was made: each promotion raises it. */
  readonly timeline: () => number;
}

const types: NonNullable<PoolConfig['types']> = {
  getTypeParser: (oid: number) => (oid === driver.builtins.INT8 ? BigInt : driver.getTypeParser(oid)),
};

// With `array_nulls = off`, creations without a key would share one.
const wrong = `CASE
  WHEN current_setting('server_encoding') <> 'UTF8' THEN 'the encoding of the database must be UTF8'
  WHEN current_setting('array_nulls') <> 'on' THEN 'array_nulls must be on' END`;

// A pooler invents the process id that a new connection gets, so a false id shows that there is one. Clients of a pooler share
// connections to the server, so their settings are not changed. The time limits that are set in the server are below that of an
// operation, so that its error arrives first and the connection is kept. Without `row_security`, a policy that hides rows is an
// error. One plan serves all values of a read, but PostgreSQL expects it to cost more where it does not know the LIMIT, and would
// plan each list of a large table anew.
const setUp = (id: unknown): string => `
  SELECT ${timeline} AS timeline, is_direct, ${wrong} AS wrong,
    CASE WHEN is_direct THEN set_config('statement_timeout', '4000', false) || set_config('lock_timeout', '3500', false)
      || set_config('row_security', 'off', false) || set_config('plan_cache_mode', 'force_generic_plan', false) END
  FROM (SELECT pg_backend_pid() = ${id} AS is_direct) AS connection`;

/**
 * Opens a pool. It connects when it is used, and only to a server that can be written to. The server must not be on an earlier
 * timeline than the given one, or than one that the pool has connected to before: then it is an old primary that has come back.
 */
export const openPool = (
  server: ServerSettings,
  observer: PoolObserver | undefined,
  earliest: number,
): PostgresPool => {
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
      const found = Number(rows[0]?.timeline);
      if (found === 0) throw unavailable('the server is a standby');
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

  const send = async ({ client, release }: Lease, { name, ...statement }: Statement): Promise<readonly Row[]> => {
    let rows: Row[] | undefined;
    let broken: Error | undefined;
    try {
      ({ rows } = await client.query({ ...statement, rowMode: 'array', ...(name && !hasPooler && { name }) }));
    } catch (error) {
      // After an error that is not the server's own, the statement may still run on the connection.
      if (!(error instanceof DatabaseError)) broken = error as Error;
      throw toPostgresError(error as Error, statement.values !== undefined);
    } finally {
      release(broken);
    }
    if (unconfirmed.delete(client)) throw postgresError('the wait for a synchronous standby was ended', '57014');
    // A script has several results, and no rows. The rows are taken out of a result, because V8 may collect it late, and would copy
    // its rows until then: a list would cost a quarter more.
    return rows?.splice(0) ?? [];
  };

  const checkOut = createCheckOut(pool, observer);
  return {
    timeline: () => latest,
    query: async (statement) => send(await checkOut('alone'), statement),
    read: async (statement) => send(await checkOut('shared'), statement),
    end: async () => {
      if (!pool.ending) await limitTime(500)(TE.fromTask(() => pool.end()))();
    },
  };
};
