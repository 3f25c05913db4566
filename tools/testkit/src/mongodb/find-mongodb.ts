import { MongoClient } from 'mongodb';
import { currentRun, hasDocker, removeContainersOf, startMongodb, sweepContainers } from './containers.ts';
import { withOption } from './with-option.ts';

/** The MongoDB resources of the tests: a server, and whether they may start their own containers. */
export interface MongodbForTests {
  /**
   * The connection string of the server that all test files share, without a database. Absent if there is no server.
   */
  readonly uri?: string;
  /** The name under which containers are started. Absent if there is no Docker engine. */
  readonly run?: string;
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

/**
 * Finds the server that `MONGODB_TEST_URI` names, or starts a container of this run. The caller removes it with
 * `removeContainersOf`.
 */
export const findMongodb = async (): Promise<MongodbForTests> => {
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
