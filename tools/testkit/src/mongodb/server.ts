import type { TestProject } from 'vitest/node';
import { failIfRequired, reportSkipped } from '../needs.ts';
import { findMongodb, type MongodbForTests, removeContainersOf } from './containers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    mongodb: MongodbForTests;
  }
}

/**
 * Finds the MongoDB for tests. If there is none, the tests are skipped with a notice at the end; with `CI=true` or
 * `REQUIRE_MONGODB=1` the run fails instead.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const mongodb = await findMongodb();
  const { uri, run } = mongodb;
  const without = `there is no Docker engine${uri === undefined ? ', and MONGODB_TEST_URI is not set' : ''}`;
  const missing = uri === undefined || run === undefined ? without : undefined;
  const need = { where: 'on MongoDB', missing, requiredBy: 'REQUIRE_MONGODB' };
  failIfRequired(need);
  project.provide('mongodb', mongodb);
  return async () => {
    reportSkipped(need);
    if (run !== undefined) await removeContainersOf(run);
  };
};
