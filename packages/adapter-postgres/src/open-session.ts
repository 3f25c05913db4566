import type { ServerSettings } from './connection-string.ts';
import type { PoolObserver } from './observe-pool.ts';
import { defaultOperationTimeoutMS, openPool, type PostgresPool } from './open-pool.ts';
import { unavailable, unusable } from './postgres-error.ts';
import { prepareTables, upgradeSteps } from './schema.ts';
import { durably, type Row } from './statement.ts';

/** How a store is opened. */
export interface SessionSettings {
  readonly servers: readonly ServerSettings[];
  readonly operationTimeoutMS?: number;
  readonly observer?: PoolObserver | undefined;
  /** What may be done: `upgrade` refuses a database without tables, and `look` changes nothing. */
  readonly tables: 'create' | 'upgrade' | 'look';
  /** Is called with what the operator should know, such as a server that does not wait for its disk. */
  readonly warn?: (message: string) => void;
}

/** A server that can be written to. */
export interface Session {
  readonly pool: PostgresPool;
  /** The version of the tables that its database had, or undefined if it had none. */
  readonly found: number | undefined;
}

const look = {
  name: 'look',
  text: `
    SELECT current_setting('server_encoding'), current_setting('fsync'), ${durably},
      current_setting('synchronous_standby_names') <> '', EXISTS (SELECT FROM pg_stat_replication),
      to_regclass('animal_store') IS NOT NULL, current_setting('default_transaction_isolation')`,
};

const readVersion = async (pool: PostgresPool, current: number): Promise<number> => {
  const [[version] = []] = await pool.query({ name: 'read_version', text: 'SELECT version FROM animal_store' });
  if (Number(version) <= current) return Number(version);
  throw unusable(
    `the database has version ${version} of the tables, and this program knows only version ${current}; use a newer program`,
  );
};

/** Checks that server and tables are right, and creates or upgrades the tables if that is needed and wanted. */
const prepare = async (
  [pool, row]: readonly [PostgresPool, Row],
  { servers, tables, warn }: SessionSettings,
  steps: readonly string[],
): Promise<Session> => {
  const [encoding, fsync, synchronousCommit, hasSynchronousStandby, hasStandby, exists, isolation] = row;
  if (encoding !== 'UTF8') throw unusable(`the database has the encoding ${encoding}, and must have UTF8`);
  if (isolation !== 'read committed')
    throw unusable(`default_transaction_isolation is ${isolation}, and must be read committed: set it for the user`);
  if (synchronousCommit !== 'on') throw unusable('the server does not let a transaction set synchronous_commit');
  if (fsync === 'off') warn?.('PostgreSQL runs with fsync=off: a crash of its machine can destroy the whole database');
  if (!hasSynchronousStandby && (hasStandby || servers.length > 1))
    warn?.('PostgreSQL has no synchronous standby: after a failover the animals that were added last may be missing');
  if (!exists && tables === 'upgrade') throw unusable('the database has no tables of the animal store');
  const current = steps.length + 1;
  const found = exists ? await readVersion(pool, current) : undefined;
  if (found !== current && tables !== 'look') {
    await pool.query({ text: prepareTables(steps) });
    await readVersion(pool, current);
  }
  return { pool, found };
};

/**
 * Connects to the first server that can be written to, and prepares it. It tries all servers at once, because one that
 * does not respond must not hold up the others.
 */
export const openSession = async (
  settings: SessionSettings,
  steps: readonly string[] = upgradeSteps,
): Promise<Session> => {
  const { servers, operationTimeoutMS = defaultOperationTimeoutMS, observer } = settings;
  const pools = servers.map((server) => openPool(server, operationTimeoutMS, observer));
  const visit = async (pool: PostgresPool) => [pool, (await pool.query(look))[0] ?? []] as const;
  let chosen: PostgresPool | undefined;
  try {
    const session = await prepare(await Promise.any(pools.map(visit)), settings, steps);
    chosen = session.pool;
    return session;
  } catch (error) {
    if (!(error instanceof AggregateError)) throw error;
    const [only, ...others] = error.errors;
    throw others.length === 0 ? only : unavailable(`no server can be written to: ${error.errors.join('; ')}`);
  } finally {
    for (const pool of pools) if (pool !== chosen) pool.leave();
  }
};
