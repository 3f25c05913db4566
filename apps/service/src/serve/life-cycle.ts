import { setTimeout as wait } from 'node:timers/promises';
import { either as E, type taskEither as TE } from 'fp-ts';
import type { Logger } from 'pino';
import type { Configuration } from '../configuration/configuration.ts';
import type { AddressUnusable } from '../errors.ts';
import type { Service } from './create-service.ts';
import { listenOnBoth } from './listen.ts';

/** Starts and stops a service, each once. */
export interface LifeCycle {
  /** Begins to listen and returns the URL, such as `http://127.0.0.1:8080`. */
  readonly start: TE.TaskEither<AddressUnusable, string>;
  /** Waits for a start that is in flight, then ends all requests and closes the store. */
  readonly stop: () => Promise<void>;
}

/** Time limit, in milliseconds, for closing a store that does not respond. */
const closeTime = 500;

/** Makes the life cycle of a service from its configuration. */
export const createLifeCycle = (
  { server, admin, stopBeingReady, closeStore }: Service,
  configuration: Configuration,
  logger: Logger,
): LifeCycle => {
  let starting: Promise<E.Either<AddressUnusable, string>> | undefined;

  const start: LifeCycle['start'] = async () => {
    const listening = await listenOnBoth({ server, admin }, configuration)();
    if (E.isLeft(listening)) return listening;
    const { url, metricsUrl, warning } = listening.right;
    if (metricsUrl !== undefined) logger.info({ url: metricsUrl }, 'metrics');
    if (warning !== undefined) logger.warn(warning);
    return E.right(url);
  };

  return {
    start: () => {
      starting ??= start();
      return starting;
    },
    stop: async () => {
      stopBeingReady();
      const started = await starting;
      if (started !== undefined && E.isRight(started)) await wait(configuration.SHUTDOWN_DELAY_MS);
      await server.stop(configuration.SHUTDOWN_GRACE_MS);
      await admin.stop(0);
      await Promise.race([closeStore(), wait(closeTime)]);
    },
  };
};
