import { authenticate } from '@animal-store/access';
import { nodeKeyMaterial, systemClock } from '@animal-store/access/node';
import { createAdminApp, createApp, createHttpServer, type HttpServer } from '@animal-store/adapter-http-koa';
import { createAnimalStore, type PetRepository } from '@animal-store/domain';
import { function as F, taskEither as TE } from 'fp-ts';
import { cacheAuthentication } from '../api-keys/cache-authentication.ts';
import { createKeyUseRecorder } from '../api-keys/record-key-use.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { type Log, logRefusedMessage } from '../observation/log.ts';
import { addStateMetrics, type Metrics } from '../observation/metrics.ts';
import type { Traces } from '../observation/traces.ts';
import type { NamedStore } from '../stores/chosen-store.ts';
import { watchReadiness } from '../stores/watch-readiness.ts';
import type { Version } from '../version.ts';

/** The parts of a service. */
export interface ServiceParts {
  readonly configuration: Configuration;
  readonly store: NamedStore;
  readonly log: Pick<Log, 'logger' | 'logRequest'>;
  readonly metrics: Metrics;
  readonly traces: Traces | undefined;
  readonly version: Version;
}

/** The parts of the service, connected and not yet started. */
export interface Service {
  readonly server: HttpServer;
  /** Serves the metrics. */
  readonly admin: HttpServer;
  /** Keeps readiness up to date without any request; resolves after a first check. */
  readonly watch: () => Promise<void>;
  /** Makes `/readyz` return 503 from now on. */
  readonly stopBeingReady: () => void;
  /** Waits for the write of a key use that is in flight, then closes the store. */
  readonly closeStore: () => Promise<void>;
}

type Method = (...given: readonly never[]) => TE.TaskEither<{ readonly _tag: string }, unknown>;

/** Measures each method of a repository. */
const timed = (pets: PetRepository, time: Metrics['time']): PetRepository =>
  Object.fromEntries(
    Object.entries<Method>({ ...pets }).map(([name, method]) => [name, F.flow(method, time(`pets.${name}`))]),
  ) as unknown as PetRepository;

/** The composition root: connects the use cases, the HTTP API, the cache of API keys, the log and the metrics. */
export const createService = ({ configuration, store, log, metrics, traces, version }: ServiceParts): Service => {
  const { MAX_CONNECTIONS: maxConnections, MAX_REQUESTS_IN_FLIGHT: maxRequestsInFlight } = configuration;
  const { apiKeys, name, title } = store;
  const { logger, logRequest } = log;
  const keyUses = createKeyUseRecorder(apiKeys, systemClock);
  const ping = metrics.time('ping')(store.ping);
  const readiness = watchReadiness({ ping }, title, logger);
  const findByDigest = F.flow(apiKeys.findByDigest, metrics.time('apiKeys.findByDigest'));
  const access = { apiKeys: { ...apiKeys, findByDigest }, clock: systemClock, keyMaterial: nodeKeyMaterial };
  const lookUp = F.flow(
    authenticate(access),
    TE.tapIO((apiKey) => () => keyUses.record(apiKey)),
  );
  const app = createApp(
    {
      store: createAnimalStore({ pets: name === 'memory' ? store.pets : timed(store.pets, metrics.time) }),
      authenticate: cacheAuthentication(lookUp, access),
      clock: systemClock,
      isReady: readiness.check,
      report: (request) => {
        traces?.endSpan(request);
        metrics.observe(request);
        const isUnready = request.route === '/readyz' && request.status === 503;
        logRequest(isUnready ? { ...request, failure: readiness.reason() } : request);
      },
      trace: traces?.traceRequest,
    },
    {
      base: configuration.BASE_URL ?? '/v1',
      localUrl: () => server.localUrl(),
      stagingBase: configuration.STAGING_BASE_URL,
      corsOrigins: configuration.CORS_ORIGINS,
      corsHeaders: configuration.CORS_HEADERS,
      getPetAfterSunset: configuration.GET_PET_AFTER_SUNSET,
      maxRequestsInFlight,
      rateLimit: configuration.RATE_LIMIT,
    },
  );
  const onError = (error: Error): void => logger.error({ err: error }, 'a connection could not be accepted');
  const server: HttpServer = createHttpServer(
    app,
    {
      onError,
      onRefusedMessage: (refused) => {
        metrics.countRefusedMessage(refused);
        logRefusedMessage(logger, refused);
      },
    },
    { maxConnections, keepAliveTimeout: configuration.KEEP_ALIVE_TIMEOUT_MS },
  );
  const { registry } = metrics;
  const admin = createHttpServer(
    createAdminApp({ contentType: registry.contentType, read: () => registry.metrics() }),
    { onError, onRefusedMessage: (refused) => logRefusedMessage(logger, refused) },
  );
  addStateMetrics(metrics, {
    version,
    store: name,
    isReady: readiness.isReady,
    limits: {
      connections: { limit: maxConnections, inUse: server.connections },
      requests: { limit: maxRequestsInFlight, inUse: server.activeRequests },
    },
  });
  return {
    server,
    admin,
    watch: readiness.start,
    stopBeingReady: readiness.stop,
    closeStore: () => keyUses.stop().then(store.close),
  };
};
