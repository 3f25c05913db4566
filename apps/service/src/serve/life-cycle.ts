import { setTimeout as wait } from 'node:timers/promises';
import type { ApiKeyToken } from '@animal-store/access';
import { either as E, type taskEither as TE } from 'fp-ts';
import type { Logger } from 'pino';
import type { Configuration } from '../configuration/configuration.ts';
import type { StartFailure } from '../start-failure.ts';
import type { NamedStore } from '../stores/chosen-store.ts';
import type { Service } from './create-service.ts';
import { listenOnBoth } from './listen.ts';

/** A service that does not listen yet, with its store. */
interface Opened {
  readonly service: Service;
  readonly store: NamedStore;
  /** The new API key of a store in memory. */
  readonly keyInMemory: ApiKeyToken | undefined;
}

export type OpenService = TE.TaskEither<StartFailure, Opened>;

/** A service that listens, at a URL such as `http://127.0.0.1:8080`. */
export interface Started extends Opened {
  readonly url: string;
}

/** Starts and stops a service, each once. */
export interface LifeCycle {
  /** Opens the service and begins to listen. */
  readonly start: TE.TaskEither<StartFailure, Started>;
  /** Ends all requests and closes the store. It waits until an opened service listens, but not for a store. */
  readonly stop: () => Promise<void>;
}

/** Time limit, in milliseconds, for closing a store that does not respond. */
const closeTime = 500;

/** Makes the life cycle of a service. */
export const createLifeCycle = (open: OpenService, configuration: Configuration, logger: Logger): LifeCycle => {
  let service: Service | undefined;
  let listening: ReturnType<ReturnType<typeof listenOnBoth>> | undefined;

  return {
    start: async () => {
      const opened = await open();
      if (E.isLeft(opened)) return opened;
      service = opened.right.service;
      listening = listenOnBoth(service, configuration)();
      const addresses = await listening;
      if (E.isLeft(addresses)) return addresses;
      const { url, metricsUrl, warning } = addresses.right;
      if (metricsUrl !== undefined) logger.info({ url: metricsUrl }, 'metrics');
      if (warning !== undefined) logger.warn(warning);
      return E.right({ ...opened.right, url });
    },
    stop: async () => {
      if (service === undefined) return;
      service.stopBeingReady();
      const addresses = await listening;
      if (addresses !== undefined && E.isRight(addresses)) await wait(configuration.SHUTDOWN_DELAY_MS);
      await service.server.stop(configuration.SHUTDOWN_GRACE_MS);
      await service.admin.stop(0);
      await Promise.race([service.closeStore(), wait(closeTime)]);
    },
  };
};
