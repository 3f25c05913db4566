import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';
import { vi } from 'vitest';
import { freePort } from '../free-port.ts';
import { labelsOf, mongodbImage } from './server.ts';

/** Pauses a container. Returns whether runc could freeze it, which may fail on a busy machine. */
const freeze = async (container: { readonly pause: () => Promise<unknown> }): Promise<boolean> => {
  try {
    await container.pause();
    return true;
  } catch (error) {
    if (String(error).includes('unable to freeze')) return false;
    throw error;
  }
};

/** Starts a MongoDB in a container of a run, on the network of this machine. Its port stays the same after a restart. */
export const startMongod = async (run: string, ...parameters: readonly string[]) => {
  const port = await freePort();
  const started = await new GenericContainer(mongodbImage)
    .withLabels(labelsOf(run))
    .withNetworkMode('host')
    .withCommand(['mongod', '--bind_ip', '127.0.0.1', '--port', String(port), ...parameters])
    .withWaitStrategy(Wait.forLogMessage('Waiting for connections'))
    .start();
  const runtime = await getContainerRuntimeClient();
  const container = runtime.container.getById(started.getId());
  return {
    address: `127.0.0.1:${port}`,
    /** Stops it from responding, but keeps its connections. */
    pause: async (): Promise<void> => void (await vi.waitUntil(() => freeze(container), 10_000)),
    unpause: () => container.unpause(),
    /** Ends it at once, like `kill -9`. */
    kill: () => container.kill(),
    start: () => container.start(),
    remove: () => container.remove({ force: true, v: true }),
  };
};

export type Mongod = Awaited<ReturnType<typeof startMongod>>;
