import { hostname } from 'node:os';
import { MongoDBContainer, type StartedMongoDBContainer } from '@testcontainers/mongodb';
import { type ContainerRuntimeClient, GenericContainer, getContainerRuntimeClient } from 'testcontainers';

// Containers are removed by the run that started them, or by the next one: no helper container is needed for it.
process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true';

const label = 'animal-store.test-run';

/** The image that tests run on; `MONGODB_TEST_IMAGE` names another. Its tag must be a version. */
export const mongodbImage: string = process.env['MONGODB_TEST_IMAGE'] ?? 'mongo:6.0.5';

/** Names a run of the tests by the process that owns it, so that a later run can tell whether it is still going on. */
export const currentRun = (): string => `${hostname()}:${process.pid}`;

/** A single-member replica set, as the service would meet it. */
export const startMongodb = (run: string): Promise<StartedMongoDBContainer> =>
  new MongoDBContainer(mongodbImage).withLabels({ [label]: run }).start();

/** A container on the network of this machine, whose port stays the same when it is stopped and started. */
export const mongodContainer = (run: string, port: number, ...parameters: readonly string[]): GenericContainer =>
  new GenericContainer(mongodbImage)
    .withLabels({ [label]: run })
    .withNetworkMode('host')
    .withCommand(['mongod', '--bind_ip', '127.0.0.1', '--port', String(port), ...parameters]);

const isOver = (run: string): boolean => {
  const [host, pid] = run.split(':');
  if (host !== hostname()) return false;
  try {
    return !process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
};

const removeWhere = async (runtime: ContainerRuntimeClient, matches: (run: string) => boolean): Promise<void> => {
  const filters = { label: [label] };
  const found = await runtime.container.dockerode.listContainers({ all: true, filters });
  const doomed = found.filter(({ Labels }) => matches(Labels[label] ?? ''));
  await Promise.all(doomed.map(({ Id }) => runtime.container.getById(Id).remove({ force: true, v: true })));
};

/** Removes the containers of runs that ended without doing so themselves. */
export const sweepContainers = async (): Promise<void> => removeWhere(await getContainerRuntimeClient(), isOver);

/** Removes whatever a run has started and not removed yet. */
export const removeContainersOf = async (run: string): Promise<void> =>
  removeWhere(await getContainerRuntimeClient(), (other) => other === run);

/** Whether there is a Docker engine to start containers on. */
export const hasDocker = (): Promise<boolean> =>
  getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
