import type { PoolObserver } from '@animal-store/store';
import { limitTime } from '@animal-store/store';
import { taskEither as TE } from 'fp-ts';
import { DatabaseError, Pool, type PoolConfig, type QueryConfig } from 'pg';
import type { ServerSettings } from './connection-string.ts';
import { createCheckOut } from './create-check-out.ts';
import { isOutdated, isShared, readOnly, toPostgresError, unusable } from './postgres-error.ts';
import { shareConnections, type UsedConnection } from './share-connections.ts';

/** A statement. Each connection prepares it once, under its name. Without a name, it may be a script, which returns no rows. */
export type Statement = QueryConfig<unknown[]>;

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
  /**
   * Runs statements on one connection, which sends each without waiting for the result of the one before
   * (https://node-postgres.com/features/pipelining). Rejects with a `PostgresError`.
   */
  readonly pipeline: <A>(operation: (query: Query) => Promise<A>) => Promise<A>;
  /** Closes each connection once it is free, and waits for that at most half a second. Later statements are rejected. */
  readonly end: () => Promise<void>;
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
  SELECT is_direct, current_setting('transaction_read_only') = 'on' AS is_read_only,
    (SELECT format('%s is %s, and must be %s: %s', name, current_setting(name), value, cure)
      FROM (VALUES ${settings}) AS needed (name, value, cure) WHERE current_setting(name) <> value LIMIT 1) AS wrong,
    CASE WHEN is_direct THEN set_config('statement_timeout', '4000', false) || set_config('lock_timeout', '3500', false)
      || set_config('row_security', 'off', false) || set_config('plan_cache_mode', 'force_generic_plan', false) END
  FROM (SELECT pg_backend_pid() = ${id} AS is_direct) AS connection`;

/** Opens a pool. It connects when it is used, and only to a server that can be written to. */
export const openPool = (server: ServerSettings, observer?: PoolObserver): PostgresPool => {
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
      if (!rows[0]?.is_direct) hasPooler = true;
    },
  });
  // The pool removes an idle connection that breaks. On a connection in use, the statement fails too.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    observer?.connectionCreated();
  });
  pool.on('remove', () => observer?.connectionClosed());
  observer?.poolCreated(server.max);

  const { checkOut, noteReply, rejectWaiting } = createCheckOut(pool, observer);

  const pipelineOn =
    (use: () => Promise<UsedConnection>): PostgresPool['pipeline'] =>
    async (operation) => {
      const { client, release } = await use();
      let broken: Error | undefined;
      try {
        return await operation(async ({ name, ...statement }) => {
          try {
            const { rows } = await client.query({
              ...statement,
              rowMode: 'array',
              ...(name && !hasPooler && { name }),
            });
            noteReply();
            // A script has several results, and no rows. The rows are taken out of a result, because V8 may collect it late, and would
            // copy its rows until then.
            return rows?.splice(0) ?? [];
          } catch (error) {
            if (isShared(error)) hasPooler = true;
            const isUnfit = isShared(error) || (name !== undefined && isOutdated(error));
            // After an error that is not the server's own, the statement may still run on the connection.
            if (isUnfit || !(error instanceof DatabaseError)) broken = error as Error;
            throw toPostgresError(error as Error, statement.values !== undefined);
          }
        });
      } finally {
        release(broken);
      }
    };
  const pipeline = pipelineOn(checkOut);
  const sharedPipeline = pipelineOn(shareConnections(16, checkOut));

  return {
    pipeline,
    query: (statement) => pipeline((query) => query(statement)),
    read: (statement) => sharedPipeline((query) => query(statement)),
    end: async () => {
      if (pool.ending) return;
      rejectWaiting();
      await limitTime(500)(TE.fromTask(() => pool.end()))();
    },
  };
};
