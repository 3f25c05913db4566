import { GenericContainer, Wait } from 'testcontainers';

/** A service in a container. */
export interface ContainedAnimalStore {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly stop: () => Promise<unknown>;
}

/** Starts the image of the service, such as `animal-store`, in memory, for tests of a program in any language. */
export const startInContainer = async (image: string): Promise<ContainedAnimalStore> => {
  const container = await new GenericContainer(image)
    .withEnvironment({ STORE: 'memory' })
    .withExposedPorts(8080)
    .withWaitStrategy(Wait.forHttp('/readyz', 8080))
    .start();
  // The first key of a store in memory is in the output of its start.
  let printed = '';
  for await (const text of await container.logs()) {
    printed += text;
    const [, apiKey] = /API key +(ask_\w+)/.exec(printed) ?? [];
    if (apiKey === undefined) continue;
    const baseUrl = `http://${container.getHost()}:${container.getMappedPort(8080)}/v1`;
    return { baseUrl, apiKey, stop: () => container.stop() };
  }
  throw new Error(`the service has printed no key: ${printed}`);
};
