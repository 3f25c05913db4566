import { MongoDBContainer } from '@testcontainers/mongodb';
import { withOption } from './connection-string.ts';
import { currentRun, hasDocker, labelsOf, mongodbImage, removeContainersOf, sweepContainers } from './containers.ts';

/** The MongoDB resources of the tests: a server, and whether they may start their own containers. */
export interface MongodbForTests {
  /** The connection string of the server that all test files share, without a database. Absent if there is no server. */
  readonly uri?: string;
  /** The name under which containers are started. Absent if there is no Docker engine. */
  readonly run?: string;
}

/**
 * Finds the server that `MONGODB_TEST_URI` names, which must be the primary of a replica set, or starts a container of this
 * run. The caller removes it with `removeContainersOf`.
 */
export const findMongodb = async (): Promise<MongodbForTests> => {
  const given = process.env['MONGODB_TEST_URI'];
  const known = given === undefined ? {} : { uri: withOption(given, 'directConnection=true') };
  if (!(await hasDocker())) return known;
  await sweepContainers();
  const run = currentRun();
  if (given !== undefined) return { ...known, run };
  try {
    const container = await new MongoDBContainer(mongodbImage).withLabels(labelsOf(run)).start();
    return { uri: withOption(container.getConnectionString(), 'directConnection=true'), run };
  } catch (error) {
    await removeContainersOf(run);
    throw error;
  }
};
