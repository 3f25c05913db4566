import type { TestProject } from 'vitest/node';
import { failIfRequired, reportSkipped } from '../needs.ts';
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
  const need = { where: 'on PostgreSQL', missing, requiredBy: 'REQUIRE_POSTGRES' };
  failIfRequired(need);
  project.provide('postgres', postgres);
  return async () => {
    reportSkipped(need);
    await remove?.();
  };
};
