import type { TestProject } from 'vitest/node';
import { requireOrReport } from '../needs/require-or-report.ts';
import { removeContainersOf } from './containers.ts';
import { findMongodb, type MongodbForTests } from './find-mongodb.ts';

declare module 'vitest' {
  interface ProvidedContext {
    mongodb: MongodbForTests;
  }
}

const missingResource = ({ uri, run }: MongodbForTests): string | undefined => {
  if (uri === undefined) return 'there is no Docker engine and MONGODB_TEST_URI is not set';
  return run === undefined ? 'there is no Docker engine to start replica sets on' : undefined;
};

/**
 * Finds the MongoDB for tests: the server that `MONGODB_TEST_URI` names, or a container of this run. If there is
 * neither, the tests are skipped with a notice at the end; with `CI=true` or `REQUIRE_MONGODB=1` the run fails instead.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const mongodb = await findMongodb();
  const missing = missingResource(mongodb);
  const report = requireOrReport(project, { where: 'on MongoDB', missing, requiredBy: 'REQUIRE_MONGODB' });
  project.provide('mongodb', mongodb);
  return async () => {
    report();
    if (mongodb.run !== undefined) await removeContainersOf(mongodb.run);
  };
};
