import type { TestProject } from 'vitest/node';
import { requireOrReport } from '../needs/require-or-report.ts';
import { findPostgres, type PostgresForTests } from './find-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresForTests;
  }
}

const missingResource = ({ uri, isInstalled }: PostgresForTests): string | undefined => {
  if (uri === undefined)
    return 'PostgreSQL is not installed, there is no Docker engine, and POSTGRES_TEST_URI is not set';
  return isInstalled ? undefined : 'PostgreSQL is not installed, to crash and freeze servers of their own';
};

/**
 * Finds the PostgreSQL for tests: the server that `POSTGRES_TEST_URI` names, or one of this run. If there is neither, the
 * tests are skipped with a notice at the end; with `CI=true` or `REQUIRE_POSTGRES=1` the run fails instead.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const { remove, ...postgres } = await findPostgres();
  const missing = missingResource(postgres);
  const report = requireOrReport(project, { where: 'on PostgreSQL', missing, requiredBy: 'REQUIRE_POSTGRES' });
  project.provide('postgres', postgres);
  return async () => {
    report();
    await remove?.();
  };
};
