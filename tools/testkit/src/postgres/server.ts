import type { TestProject } from 'vitest/node';
import { requireOrReport } from '../needs.ts';
import { findPostgres, type PostgresForTests } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: PostgresForTests;
  }
}

/**
 * Finds the PostgreSQL for tests. If it is not installed, the tests are skipped with a notice at the end; with `CI=true` or
 * `REQUIRE_POSTGRES=1` the run fails instead.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const { remove, ...postgres } = await findPostgres();
  const missing = postgres.isInstalled ? undefined : 'PostgreSQL is not installed';
  const report = requireOrReport(project, { where: 'on PostgreSQL', missing, requiredBy: 'REQUIRE_POSTGRES' });
  project.provide('postgres', postgres);
  return async () => {
    report();
    await remove?.();
  };
};
