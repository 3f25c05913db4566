import type { ServerSettings } from './connection-string.ts';
import type { PoolObserver } from './observe-pool.ts';
import { always, openPool, type PostgresPool } from './open-pool.ts';
import { unavailable, unusable } from './postgres-error.ts';
import { noTables, prepareTables, upgradeSteps } from './schema.ts';
import { durably } from './statement.ts';

/** How a store is opened. */
export interface SessionSettings {
  readonly servers: readonly ServerSettings[];
  readonly operationTimeoutMS: number;
  readonly observer: PoolObserver | undefined;
  /** Whether a database without tables is refused. */
  readonly mustExist: boolean;
  /** Is called with what the operator should know, such as a server that does not wait for its disk. */
  readonly warn: (message: string) => void;
}

const look = {
  name: 'look',
  text: `
    SELECT current_setting('server_encoding'), current_setting('fsync'), ${durably},
      current_setting('synchronous_standby_names') <> '', EXISTS (SELECT FROM pg_stat_replication),
      to_regclass('animal_store') IS NOT NULL`,
};

const readVersion = async (pool: PostgresPool): Promise<bigint> => {
  const [[version] = []] = await pool.query(
    { name: 'read_version', text: 'SELECT version FROM animal_store' },
    [],
    always,
  );
  return version as bigint;
};

/** Creates or upgrades the tables if that is needed, and checks that server and tables are right. */
const prepare = async (
  pool: PostgresPool,
  { servers, mustExist, warn }: SessionSettings,
  steps: readonly string[],
): Promise<void> => {
  const [row = []] = await pool.query(look, [], always);
  const [encoding, fsync, synchronousCommit, hasSynchronousStandby, hasStandby, exists] = row;
  if (encoding !== 'UTF8') throw unusable(`the database has the encoding ${encoding}, and must have UTF8`);
  if (synchronousCommit !== 'on') throw unusable('the server does not let a transaction set synchronous_commit');
  if (fsync === 'off') warn('PostgreSQL runs with fsync=off: a crash of its machine can destroy the whole database');
  if (!hasSynchronousStandby && (hasStandby || servers.length > 1))
    warn('PostgreSQL has no synchronous standby: after a failover the animals that were added last may be missing');
  if (!exists && mustExist) throw unusable(noTables);
  const current = steps.length + 1;
  let version = exists ? await readVersion(pool) : 0n;
  if (version < current) {
    await pool.query({ text: prepareTables(steps) }, [], always);
    version = await readVersion(pool);
  }
  if (version > current)
    throw unusable(
      `the database has version ${version} of the tables, and this program knows only version ${current}; use a newer program`,
    );
};

/**
 * Connects to the first server that can be written to, and prepares it. It tries all servers at once, because one that
 * does not respond must not hold up the others.
 */
export const openSession = async (
  settings: SessionSettings,
  steps: readonly string[] = upgradeSteps,
): Promise<PostgresPool> => {
  const { servers, operationTimeoutMS, observer } = settings;
  const pools = servers.map((server) => openPool(server, operationTimeoutMS, observer));
  const probe = async (pool: PostgresPool): Promise<PostgresPool> => {
    await pool.query({ name: 'probe', text: 'SELECT 1' }, [], always);
    return pool;
  };
  let chosen: PostgresPool | undefined;
  try {
    chosen = await Promise.any(pools.map(probe));
    await prepare(chosen, settings, steps);
    return chosen;
  } catch (error) {
    chosen?.leave();
    chosen = undefined;
    if (!(error instanceof AggregateError)) throw error;
    const [first] = error.errors;
    throw error.errors.length === 1
      ? first
      : unavailable(`no server can be written to: ${error.errors.map(String).join('; ')}`);
  } finally {
    for (const pool of pools) if (pool !== chosen) pool.leave();
  }
};
