import { authenticate } from '@animal-store/access';
import {
  createAdminApi,
  createHttpApi,
  createHttpServer,
  type HttpServer,
  type RefusedMessage,
} from '@animal-store/adapter-http-koa';
import { nodeKeyMaterial, systemClock } from '@animal-store/adapter-node';
import { createAnimalStore } from '@animal-store/domain';
import { cacheApiKeys } from '../api-keys/cache-api-keys.ts';
import { createKeyUseRecorder } from '../api-keys/record-key-use.ts';
import { apiAddresses } from '../configuration/api-addresses.ts';
import { limitsOf, type ServiceLimits } from '../configuration/limits.ts';
import type { Configuration } from '../configuration/variables.ts';
import { type Log, logRefusedMessage, logRequest } from '../observation/log.ts';
import type { Metrics } from '../observation/metrics.ts';
import type { Stores } from '../stores/opened-stores.ts';

/** The parts of the service, connected and not yet started. */
export interface Service {
  readonly server: HttpServer;
  /** Serves the metrics. */
  readonly admin: HttpServer;
  /** Makes `/readyz` return 503 from now on. */
  readonly stopBeingReady: () => void;
  /** Waits for the write of a key use that is in flight, then closes the store. */
  readonly closeStores: () => Promise<void>;
}

/** The composition root: connects the use cases, the HTTP API, the cache of API keys, the log and the metrics. */
export const createService = (
  configuration: Configuration,
  stores: Stores,
  log: Pick<Log, 'logger' | 'writeLine'>,
  metrics: Metrics,
  limits: ServiceLimits = limitsOf(configuration),
): Service => {
  const { logger } = log;
  const logFinished = logRequest(log);
  const logRefused = logRefusedMessage(logger);
  const keyUses = createKeyUseRecorder(stores.apiKeys, systemClock);
  let isStopping = false;

  const access = { apiKeys: stores.apiKeys, clock: systemClock, keyMaterial: nodeKeyMaterial };
  const { apiKeys, recognize } = cacheApiKeys(access, limits.lookups);
  const api = createHttpApi(
    {
      store: createAnimalStore(stores),
      authenticate: authenticate({ ...access, apiKeys }),
      recognize,
      clock: systemClock,
      isReady: async () => !isStopping && (await stores.problem()) === undefined,
      report: (request) => {
        metrics.observe(request);
        logFinished(request);
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
  const admin = createHttpServer(
    createAdminApi(metrics),
    { onError, onRefusedMessage: logRefused },
    { strangers: 'trusted' },
  );

  return {
    server,
    admin,
    stopBeingReady: () => {
      isStopping = true;
    },
    closeStores: () => keyUses.stop().then(stores.close),
  };
};
