import { setTimeout as wait } from 'node:timers/promises';
import { either as E, type taskEither as TE } from 'fp-ts';
import type { Logger } from 'pino';
import type { Configuration } from '../configuration/configuration.ts';
import type { AddressUnusable } from '../errors.ts';
import type { Service } from './create-service.ts';
import { listen } from './listen.ts';

/** Starts and stops a service, each once. */
export interface LifeCycle {
  /** Begins to listen and returns the URL, such as `http://127.0.0.1:8080`. */
  readonly start: TE.TaskEither<AddressUnusable, string>;
  /** Waits for a start that is in flight, then ends all requests and closes the store. */
  readonly stop: () => Promise<void>;
}

/** The port of the metrics if ADMIN_PORT is absent. If another process uses it, the service starts without metrics. */
export const defaultAdminPort = 9090;

/** Time limit, in milliseconds, for closing a store that does not respond. */
const closeTime = 500;

/** Makes the life cycle of a service from its configuration. */
export const createLifeCycle = (
  { server, admin, stopBeingReady, closeStore }: Service,
  { HOST, PORT, ADMIN_HOST, ADMIN_PORT, SHUTDOWN_DELAY_MS, SHUTDOWN_GRACE_MS }: Configuration,
  logger: Logger,
): LifeCycle => {
  let starting: Promise<E.Either<AddressUnusable, string>> | undefined;

  const listenOnAdmin = async (): Promise<E.Either<AddressUnusable, void>> => {
    if (ADMIN_PORT === 0) return E.right(undefined);
    const outcome = await listen(admin, ADMIN_HOST, ADMIN_PORT ?? defaultAdminPort, 'ADMIN_HOST or ADMIN_PORT')();
    if (E.isRight(outcome)) logger.info({ url: `${outcome.right}/metrics` }, 'metrics');
    else if (ADMIN_PORT === undefined) logger.warn(`no metrics: ${outcome.left.message}`);
    else return outcome;
    return E.right(undefined);
  };

  const start: LifeCycle['start'] = async () => {
    // The API first, because its port may be the default one of the metrics.
    const url = await listen(server, HOST, PORT, 'HOST or PORT')();
    if (E.isLeft(url)) return url;
    const metricsAt = await listenOnAdmin();
    return E.isLeft(metricsAt) ? metricsAt : url;
  };

  return {
    start: () => {
      starting ??= start();
      return starting;
    },
    stop: async () => {
      stopBeingReady();
      const started = await starting;
      if (started !== undefined && E.isRight(started)) await wait(SHUTDOWN_DELAY_MS);
      await server.stop(SHUTDOWN_GRACE_MS);
      await admin.stop(0);
      await Promise.race([closeStore(), wait(closeTime)]);
    },
  };
};
