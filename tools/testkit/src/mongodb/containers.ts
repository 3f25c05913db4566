import { hostname } from 'node:os';
import { GenericContainer, getContainerRuntimeClient } from 'testcontainers';
import { isRunning } from '../processes.ts';

// Each run removes its own containers and those that earlier runs left, so it needs no helper container.
process.env['TESTCONTAINERS_RYUK_DISABLED'] ??= 'true';

const label = 'animal-store.test-run';

/** The MongoDB image of the tests; `MONGODB_TEST_IMAGE` overrides it. Its tag must be a version. */
export const mongodbImage: string = process.env['MONGODB_TEST_IMAGE'] ?? 'mongo:6.0.5';

/** Names a test run by its process, so that a later run can tell whether it has ended. */
export const currentRun = (): string => `${hostname()}:${process.pid}`;

/** The labels of a container that belongs to a run. */
export const labelsOf = (run: string): Readonly<Record<string, string>> => ({ [label]: run });

/** A container on the network of this machine. Its port stays the same after a restart. */
export const mongodContainer = (run: string, port: number, ...parameters: readonly string[]): GenericContainer =>
  new GenericContainer(mongodbImage)
    .withLabels(labelsOf(run))
    .withNetworkMode('host')
    .withCommand(['mongod', '--bind_ip', '127.0.0.1', '--port', String(port), ...parameters]);

const removeWhere = async (matches: (run: string) => boolean): Promise<void> => {
  const { container } = await getContainerRuntimeClient();
  const found = await container.dockerode.listContainers({ all: true, filters: { label: [label] } });
  const matching = found.filter(({ Labels }) => matches(Labels[label] ?? ''));
  await Promise.all(matching.map(({ Id }) => container.getById(Id).remove({ force: true, v: true })));
};

/** Removes the containers of runs that have ended without removing them. */
export const sweepContainers = (): Promise<void> =>
  removeWhere((run) => {
    const [host, pid] = run.split(':');
    return host === hostname() && !isRunning(Number(pid));
  });

/** Removes the remaining containers of a run. */
export const removeContainersOf = (run: string): Promise<void> => removeWhere((other) => other === run);

/** Whether a Docker engine is available to start containers. */
export const hasDocker = (): Promise<boolean> =>
  getContainerRuntimeClient().then(
    () => true,
    () => false,
  );
