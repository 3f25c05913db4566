import type { TestProject } from 'vitest/node';
import { failWhereRequired, type Need, reportSkipped } from '../needs/need.ts';
import { removeContainersOf } from './containers.ts';
import { findMongodb, type MongodbForTests } from './find-mongodb.ts';

declare module 'vitest' {
  interface ProvidedContext {
    mongodb: MongodbForTests;
  }
}

const whatIsMissing = ({ uri, run }: MongodbForTests): string | undefined => {
  if (uri === undefined) return 'there is no Docker engine and MONGODB_TEST_URI is not set';
  return run === undefined ? 'there is no Docker engine to start replica sets on' : undefined;
};

// Vitest calls a test pending that is in a group of its own within a skipped one.
const countSkipped = (project: TestProject): number =>
  project.vitest.state
    .getTestModules()
    .filter((module) => module.project === project)
    .flatMap(({ children }) => [...children.allTests('skipped'), ...children.allTests('pending')]).length;

/**
 * Finds the MongoDB that tests run on: the server that `MONGODB_TEST_URI` names, or a container of this run. Where
 * there is neither, the tests are skipped and the end of the run says so; with `CI=true` or `REQUIRE_MONGODB=1` the
 * run fails instead.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const mongodb = await findMongodb();
  const missing = whatIsMissing(mongodb);
  const need: Need = { where: 'on MongoDB', missing, requiredBy: 'REQUIRE_MONGODB' };
  failWhereRequired(need);
  project.provide('mongodb', mongodb);
  return async () => {
    if (missing !== undefined) reportSkipped(need, countSkipped(project));
    if (mongodb.run !== undefined) await removeContainersOf(mongodb.run);
  };
};
