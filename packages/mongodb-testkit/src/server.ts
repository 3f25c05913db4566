import { failWhereRequired, type Need, reportSkipped } from '@animal-store/needs-testkit';
import { MongoClient } from 'mongodb';
import type { TestProject } from 'vitest/node';
import { currentRun, hasDocker, removeContainersOf, startMongodb, sweepContainers } from './containers.ts';
import { withOption } from './with-option.ts';

/** What tests find: a server, and whether they may start containers of their own. */
export interface MongodbForTests {
  /** The connection string of the server all test files share, without a database. Absent: there is none. */
  readonly uri?: string;
  /** The name under which containers are started. Absent: there is no Docker engine. */
  readonly run?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    mongodb: MongodbForTests;
  }
}

const givenServer = async (): Promise<string | undefined> => {
  const given = process.env['MONGODB_TEST_URI'];
  if (given === undefined) return undefined;
  const uri = /[?&]directConnection=/i.test(given) ? given : withOption(given, 'directConnection=true');
  const client = new MongoClient(uri);
  const { setName, isWritablePrimary } = await client.db().command({ hello: 1 });
  await client.close();
  if (setName !== undefined && isWritablePrimary) return uri;
  throw new Error('MONGODB_TEST_URI must name the primary of a replica set; one member is enough');
};

const find = async (): Promise<MongodbForTests> => {
  const given = await givenServer();
  if (!(await hasDocker())) return given === undefined ? {} : { uri: given };
  await sweepContainers();
  const run = currentRun();
  if (given !== undefined) return { uri: given, run };
  try {
    const container = await startMongodb(run);
    return { uri: withOption(container.getConnectionString(), 'directConnection=true'), run };
  } catch (error) {
    await removeContainersOf(run);
    throw error;
  }
};

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
  const mongodb = await find();
  const missing = whatIsMissing(mongodb);
  const need: Need = { where: 'on MongoDB', missing, requiredBy: 'REQUIRE_MONGODB' };
  failWhereRequired(need);
  project.provide('mongodb', mongodb);
  return async () => {
    if (missing !== undefined) reportSkipped(need, countSkipped(project));
    if (mongodb.run !== undefined) await removeContainersOf(mongodb.run);
  };
};
