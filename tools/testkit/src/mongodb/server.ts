import { hostname } from 'node:os';
import { MongoDBContainer } from '@testcontainers/mongodb';
import { getContainerRuntimeClient, Wait } from 'testcontainers';
import type { TestProject } from 'vitest/node';
import { withOption } from '../connection-string.ts';
import { failIfRequired, reportSkipped } from '../needs.ts';
import { isRunning } from '../processes.ts';

// Each run removes its own containers and those that earlier runs left, so it needs no helper container.
process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true';

const label = 'animal-store.test-run';

/** The MongoDB image of the tests. */
export const mongodbImage = 'mongo:6.0.5';

/** The labels of a container that belongs to a run. */
export const labelsOf = (run: string): Readonly<Record<string, string>> => ({ [label]: run });

/** The MongoDB resources of the tests: a server, and whether they may start their own containers. */
interface MongodbForTests {
  /** The connection string of the server that all test files share, without a database. Absent if there is no server. */
  readonly uri?: string;
  /** The name under which containers are started: the host and process of this run. Absent if there is no Docker engine. */
  readonly run?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    mongodb: MongodbForTests;
  }
}

/** Removes the containers of a run, and those of runs that have ended without removing them. */
export const removeContainersOf = async (run: string): Promise<void> => {
  const isOver = (other = ''): boolean => {
    const [host, pid] = other.split(':');
    return other === run || (host === hostname() && !isRunning(Number(pid)));
  };
  const { container } = await getContainerRuntimeClient();
  const found = await container.dockerode.listContainers({ all: true, filters: { label: [label] } });
  const over = found.filter(({ Labels }) => isOver(Labels[label]));
  await Promise.all(over.map(({ Id }) => container.getById(Id).remove({ force: true, v: true })));
};

/**
 * Finds the server that `MONGODB_TEST_URI` names, which must be the primary of a replica set, or starts a container of this
 * run. The caller removes it with `removeContainersOf`.
 */
export const findMongodb = async (): Promise<MongodbForTests> => {
  const given = process.env['MONGODB_TEST_URI'];
  const known = given === undefined ? {} : { uri: withOption(given, 'directConnection=true') };
  const hasDocker = await getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
  if (!hasDocker) return known;
  const run = `${hostname()}:${process.pid}`;
  if (given !== undefined) return { ...known, run };
  const container = await new MongoDBContainer(mongodbImage)
    .withLabels(labelsOf(run))
    // Its own check would start a shell of MongoDB every 5 seconds, which takes a quarter of a core: this one waits for a day.
    .withHealthCheck({ test: ['CMD', 'true'], interval: 86_400_000 })
    .withWaitStrategy(Wait.forLogMessage('Waiting for connections'))
    .start();
  const initiate = 'rs.initiate(); while (!db.hello().isWritablePrimary) sleep(50)';
  const { exitCode, output } = await container.exec(['mongosh', '--quiet', '--eval', initiate]);
  if (exitCode !== 0) throw new Error(`MongoDB makes no replica set: ${output}`);
  return { uri: withOption(container.getConnectionString(), 'directConnection=true'), run };
};

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
