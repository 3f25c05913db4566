import { type ApiKeyLabel, authenticate, newApiKeyToken, registerApiKey } from '@animal-store/access';
import { nodeKeyMaterial, systemClock } from '@animal-store/access/node';
import { createApp, createHttpServer, type HttpServer, type RequestReport } from '@animal-store/adapter-http-koa';
import { createMemoryApiKeyRepository, createMemoryPetRepository } from '@animal-store/adapter-memory';
import { createAnimalStore } from '@animal-store/domain';

/** Time limit, in milliseconds, of the requests in flight at a stop. */
const grace = 1_000;

/** A running service in this process. */
export interface RunningAnimalStore {
  /** Its address, such as `http://127.0.0.1:41234`. */
  readonly url: string;
  /** The base URL of its API, which the client takes: `url` and `/v1`. */
  readonly baseUrl: string;
  /** A valid API key. */
  readonly apiKey: string;
  /** Closes all connections, loses all animals, and resolves when no handle is left. */
  readonly stop: () => Promise<void>;
}

/** How to start the service. */
export interface AnimalStoreOptions {
  /** The port of 127.0.0.1 on which it listens, 0 to 65535; by default 0, which takes a free one. */
  readonly port?: number;
  /** Called once after every request; `failure` has the reason of a 500 or 503. Without it, the reason of a 500 is printed. */
  readonly report?: (request: RequestReport) => void;
}

/**
 * Starts the service in this process, in memory, for tests of programs that call it. It reads no environment and installs no
 * listener for signals. Rejects with a `RangeError` if the port is none, and with the error of the system, such as
 * `EADDRINUSE`, if it cannot listen.
 */
export const startAnimalStore = async ({ port = 0, report }: AnimalStoreOptions = {}): Promise<RunningAnimalStore> => {
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new RangeError('port must be a whole number between 0 and 65535');
  const access = { apiKeys: createMemoryApiKeyRepository(), clock: systemClock, keyMaterial: nodeKeyMaterial };
  const app = createApp(
    {
      store: createAnimalStore({ pets: createMemoryPetRepository() }),
      authenticate: authenticate(access),
      clock: systemClock,
      isReady: async () => true,
      report,
    },
    { base: '/v1', localUrl: () => server.localUrl(), getPetAfterSunset: 'gone' },
  );
  const server: HttpServer = createHttpServer(app, { onError: () => undefined, onRefusedMessage: () => undefined });
  const address = await server.listen(port, '127.0.0.1');
  const apiKey = newApiKeyToken(access.keyMaterial)();
  await registerApiKey(access)(apiKey, { label: 'test' as ApiKeyLabel })();
  const url = `http://127.0.0.1:${address.port}`;
  return { url, baseUrl: `${url}/v1`, apiKey, stop: () => server.stop(grace) };
};
