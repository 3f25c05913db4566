import { connectSql, newServer, type PostgresServer, startCluster } from '@animal-store/testkit/postgres';
import { onTestFinished } from 'vitest';

/** Runs SQL as the user who may do everything. */
export const runOn = async (server: PostgresServer, ...statements: readonly string[]): Promise<void> => {
  const { sql, close } = connectSql(server.uri('postgres'));
  for (const statement of statements) await sql(statement);
  await close();
};

export const startPrimary = async (): Promise<PostgresServer> => {
  const primary = await startCluster();
  onTestFinished(primary.remove);
  return primary;
};

/** Copies a server to another one, which follows it under a name. */
export const addStandby = async (primary: PostgresServer, name = 'standby'): Promise<PostgresServer> => {
  const standby = await newServer();
  onTestFinished(standby.remove);
  const source = `host=127.0.0.1 port=${primary.port} user=postgres application_name=${name}`;
  await standby.call('pg_basebackup', '-D', standby.data, '-R', '-c', 'fast', '-N', '-d', source);
  await standby.start();
  return standby;
};

/** Lets a server wait for a standby before it acknowledges a commit. */
export const waitForStandby = (primary: PostgresServer, name = 'standby'): Promise<void> =>
  runOn(primary, `ALTER SYSTEM SET synchronous_standby_names = '${name}'`, 'SELECT pg_reload_conf()');

/** The connection string that names several servers. */
export const uriOf = (...servers: readonly PostgresServer[]): string =>
  `postgresql://postgres@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`;
