import { findPrograms, type PostgresCluster, startCluster } from './cluster.ts';

/** The PostgreSQL resources of the tests. */
export interface PostgresForTests {
  /** The connection string of the server that all test files share, of a user who may create databases. */
  readonly uri?: string;
  /** Whether tests may start servers of their own, because PostgreSQL is installed. */
  readonly isInstalled: boolean;
}

/** Finds the server that `POSTGRES_TEST_URI` names, or starts one of this run. The caller removes it. */
export const findPostgres = async (): Promise<PostgresForTests & { readonly cluster?: PostgresCluster }> => {
  const isInstalled = findPrograms() !== undefined;
  const uri = process.env['POSTGRES_TEST_URI'];
  if (uri !== undefined) return { uri, isInstalled };
  if (!isInstalled) return { isInstalled };
  const cluster = await startCluster();
  return { uri: cluster.uri('postgres'), isInstalled, cluster };
};
