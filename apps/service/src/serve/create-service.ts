import { setTimeout as wait } from 'node:timers/promises';
import { authenticate } from '@animal-store/access';
import { createAdminApi, createHttpApi, createHttpServer, type RefusedMessage } from '@animal-store/adapter-http-koa';
import { nodeKeyMaterial, systemClock } from '@animal-store/adapter-node';
import { createAnimalStore } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import type { Logger } from 'pino';
import { cacheApiKeys } from '../api-keys/cache-api-keys.ts';
import { createKeyUseRecorder } from '../api-keys/record-key-use.ts';
import { apiAddresses } from '../configuration/api-addresses.ts';
import { limitsOf, type ServiceLimits } from '../configuration/limits.ts';
import { type Configuration, defaultAdminPort } from '../configuration/variables.ts';
import { logRefusedMessage, logRequest } from '../observation/log.ts';
import type { Metrics } from '../observation/metrics.ts';
import type { Stores } from '../stores.ts';
import { listen } from './listen.ts';

/** The whole service, put together and not yet started. */
export interface Service {
  /** Begins to listen and gives the URL, such as `http://127.0.0.1:8080`; the Left is a sentence for a person. */
  readonly start: TE.TaskEither<string, string>;
  /** Ends what is under way, a start included, then everything. What is left after it may be dropped. */
  readonly stop: () => Promise<void>;
}

/** How long, in milliseconds, a store that does not answer may take to be closed. */
const closeTime = 500;

/** The composition root: the one place that knows every adapter. */
export const createService = (
  configuration: Configuration,
  stores: Stores,
  logger: Logger,
  metrics: Metrics,
  limits: ServiceLimits = limitsOf(configuration),
): Service => {
  const { HOST, PORT, ADMIN_HOST, ADMIN_PORT, SHUTDOWN_DELAY_MS, SHUTDOWN_GRACE_MS } = configuration;
  const log = logRequest(logger);
  const logRefused = logRefusedMessage(logger);
  const keyUses = createKeyUseRecorder(stores.apiKeys, systemClock);
  let starting: Promise<E.Either<string, string>> | undefined;
  let isStopping = false;

  const access = { apiKeys: stores.apiKeys, clock: systemClock, keyMaterial: nodeKeyMaterial };
  const { apiKeys, recognize } = cacheApiKeys(access, limits.lookups);
  const api = createHttpApi(
    {
      store: createAnimalStore(stores),
      authenticate: authenticate({ ...access, apiKeys }),
      recognize,
      clock: systemClock,
      isReady: async () => !isStopping && (await stores.isReady()),
      report: (request) => {
        metrics.observe(request);
        log(request);
        if (request.apiKeyId !== undefined) keyUses.record(request.apiKeyId);
      },
    },
    {
      ...apiAddresses(configuration),
      ...limits.requests,
      rateLimit: configuration.RATE_LIMIT,
      corsOrigins: configuration.CORS_ORIGINS,
      getPetAfterSunset: configuration.GET_PET_AFTER_SUNSET,
    },
  );
  const onError = (error: Error): void => logger.error({ err: error }, 'a connection could not be accepted');
  const onRefusedMessage = (refused: RefusedMessage): void => {
    metrics.countRefusedMessage(refused);
    logRefused(refused);
  };
  const server = createHttpServer(api, { onError, onRefusedMessage }, limits.server);
  metrics.showActiveRequests(server.activeRequests);
  const admin = createHttpServer(createAdminApi(metrics), { onError, onRefusedMessage: logRefused });

  // Metrics that nobody asked for are no reason not to start.
  const listenOnAdmin = async (): Promise<E.Either<string, void>> => {
    if (ADMIN_PORT === 0) return E.right(undefined);
    const outcome = await listen(admin, ADMIN_HOST, ADMIN_PORT ?? defaultAdminPort, 'ADMIN_HOST and ADMIN_PORT')();
    if (E.isRight(outcome)) logger.info({ url: `${outcome.right}/metrics` }, 'metrics');
    else if (ADMIN_PORT === undefined) logger.warn(`no metrics: ${outcome.left}`);
    else return outcome;
    return E.right(undefined);
  };

  const start: TE.TaskEither<string, string> = async () => {
    // The API first: where its port is the default one for metrics, it is the metrics that have to do without.
    const url = await listen(server, HOST, PORT, 'HOST and PORT')();
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
      isStopping = true;
      const started = await starting;
      if (started !== undefined && E.isRight(started)) await wait(SHUTDOWN_DELAY_MS);
      await server.stop(SHUTDOWN_GRACE_MS);
      await admin.stop(0);
      await Promise.race([keyUses.stop().then(stores.close), wait(closeTime)]);
    },
  };
};
