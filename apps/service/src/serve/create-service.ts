import { authenticate } from '@animal-store/access';
import {
  createAdminApp,
  createApp,
  createHttpServer,
  type HttpServer,
  type RefusedMessage,
  type RequestReport,
} from '@animal-store/adapter-http-koa';
import { nodeKeyMaterial, systemClock } from '@animal-store/adapter-node';
import { createAnimalStore } from '@animal-store/domain';
import type { Logger } from 'pino';
import { cacheApiKeys } from '../api-keys/cache-api-keys.ts';
import { createKeyUseRecorder } from '../api-keys/record-key-use.ts';
import { apiAddresses } from '../configuration/api-addresses.ts';
import type { ServiceLimits } from '../configuration/limits.ts';
import type { Configuration } from '../configuration/variables.ts';
import { logRefusedMessage, logRequest } from '../observation/log.ts';
import type { Metrics } from '../observation/metrics.ts';
import { createStateMetrics } from '../observation/state-metrics.ts';
import type { Traces } from '../observation/traces/traces.ts';
import type { ObservedStore } from '../stores/observed-store.ts';
import { limitsOf } from './limits-of.ts';
import { watchExpiringKeys } from './watch-expiring-keys.ts';
import { watchReadiness } from './watch-readiness.ts';

/** The parts of the service, connected and not yet started. */
export interface Service {
  readonly server: HttpServer;
  /** Serves the metrics. */
  readonly admin: HttpServer;
  /** Keeps readiness and the keys that expire soon up to date without any request; resolves after a first check. */
  readonly watch: () => Promise<void>;
  /** Makes `/readyz` return 503 from now on. */
  readonly stopBeingReady: () => void;
  /** Waits for the write of a key use that is in flight, then closes the store. */
  readonly closeStore: () => Promise<void>;
}

/** The composition root: connects the use cases, the HTTP API, the cache of API keys, the log and the metrics. */
export const createService = (
  configuration: Configuration,
  store: ObservedStore,
  logger: Logger,
  metrics: Metrics,
  limits: ServiceLimits = limitsOf(configuration),
  traces?: Traces,
): Service => {
  const logFinished = logRequest(logger);
  const logRefused = logRefusedMessage(logger);
  const keyUses = createKeyUseRecorder(store.apiKeys, systemClock);
  const readiness = watchReadiness(store, systemClock, logger);
  const expiringKeys = watchExpiringKeys(store.apiKeys, systemClock, logger);
  const access = { apiKeys: store.apiKeys, clock: systemClock, keyMaterial: nodeKeyMaterial };
  const { apiKeys } = cacheApiKeys(access, limits.lookups);
  const report = (request: RequestReport): void => {
    metrics.observe(request);
    traces?.report(request);
    const isUnready = request.route === '/readyz' && request.status === 503;
    logFinished(isUnready ? { ...request, failure: readiness.reason() } : request);
    if (request.apiKeyId !== undefined) keyUses.record(request.apiKeyId);
  };
  const app = createApp(
    {
      store: createAnimalStore(store),
      authenticate: authenticate({ ...access, apiKeys }),
      clock: systemClock,
      isReady: readiness.check,
      report,
    },
    {
      ...apiAddresses(configuration),
      maxRequestsInFlight: limits.requests.maxRequestsInFlight,
      rateLimit: configuration.RATE_LIMIT,
      corsOrigins: configuration.CORS_ORIGINS,
      getPetAfterSunset: configuration.GET_PET_AFTER_SUNSET,
    },
  );
  if (traces !== undefined) app.middleware.unshift(traces.middleware);
  const onError = (error: Error): void => logger.error({ err: error }, 'a connection could not be accepted');
  const onRefusedMessage = (refused: RefusedMessage): void => {
    metrics.countRefusedMessage(refused);
    logRefused(refused);
  };
  // `report` also gets the responses of middlewares in front of the API.
  const server = createHttpServer(
    app,
    { onError, onRefusedMessage, report },
    { maxConnections: limits.server.maxConnections },
  );
  metrics.showActiveRequests(server.activeRequests);
  metrics.add(
    createStateMetrics({
      limits: {
        connections: { limit: limits.server.maxConnections, inUse: server.connections },
        requests: { limit: limits.requests.maxRequestsInFlight, inUse: server.activeRequests },
      },
      isReady: readiness.isReady,
      highestId: store.highestId,
      keySecondsLeft: expiringKeys.secondsLeft,
    }),
  );
  const admin = createHttpServer(createAdminApp(metrics), { onError, onRefusedMessage: logRefused });

  return {
    server,
    admin,
    watch: () => {
      void expiringKeys.start();
      return readiness.start();
    },
    stopBeingReady: () => {
      readiness.stop();
      expiringKeys.stop();
    },
    closeStore: () => keyUses.stop().then(store.close),
  };
};
