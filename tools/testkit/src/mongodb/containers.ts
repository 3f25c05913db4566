import { hostname } from 'node:os';
import { MongoDBContainer, type StartedMongoDBContainer } from '@testcontainers/mongodb';
import { type ContainerRuntimeClient, GenericContainer, getContainerRuntimeClient } from 'testcontainers';
import { isRunning } from '../is-running.ts';

// Each run removes its own containers and those that earlier runs left, so it needs no helper container.
process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true';

const label = 'animal-store.test-run';

/** The MongoDB image of the tests; `MONGODB_TEST_IMAGE` overrides it. Its tag must be a version. */
export const mongodbImage: string = process.env['MONGODB_TEST_IMAGE'] ?? 'mongo:6.0.5';

/** Names a test run by its process, so that a later run can tell whether it has ended. */
export const currentRun = (): string => `${hostname()}:${process.pid}`;

/** The labels of a container that belongs to a run. */
export const labelsOf = (run: string): Readonly<Record<string, string>> => ({ [label]: run });

/** A replica set with a single member, as a service may use it in production. */
export const startMongodb = (run: string): Promise<StartedMongoDBContainer> =>
  new MongoDBContainer(mongodbImage).withLabels(labelsOf(run)).start();

/** A container on the network of this machine. Its port stays the same after a restart. */
export const mongodContainer = (run: string, port: number, ...parameters: readonly string[]): GenericContainer =>
  new GenericContainer(mongodbImage)
    .withLabels(labelsOf(run))
    .withNetworkMode('host')
    .withCommand(['mongod', '--bind_ip', '127.0.0.1', '--port', String(port), ...parameters]);

const isOver = (run: string): boolean => {
  const [host, pid] = run.split(':');
  return host === hostname() && !isRunning(Number(pid));
};

const removeWhere = async (runtime: ContainerRuntimeClient, matches: (run: string) => boolean): Promise<void> => {
  const filters = { label: [label] };
  const found = await runtime.container.dockerode.listContainers({ all: true, filters });
  const matching = found.filter(({ Labels }) => matches(Labels[label] ?? ''));
  await Promise.all(matching.map(({ Id }) => runtime.container.getById(Id).remove({ force: true, v: true })));
};

/** Removes the containers of runs that have ended without removing them. */
export const sweepContainers = async (): Promise<void> => removeWhere(await getContainerRuntimeClient(), isOver);

/** Removes the remaining containers of a run. */
export const removeContainersOf = async (run: string): Promise<void> =>
  removeWhere(await getContainerRuntimeClient(), (other) => other === run);

/** Whether a Docker engine is available to start containers. */
export const hasDocker = (): Promise<boolean> =>
  getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
