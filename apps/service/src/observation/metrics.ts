import {
  type AuthenticationFailure,
  type RefusedMessage,
  type RequestReport,
  refusalStatuses,
  supportedMethods,
} from '@animal-store/adapter-http-koa';
import { either as E, type taskEither as TE } from 'fp-ts';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Version } from '../version.ts';

/** The metrics of this process. The number of series is bounded whatever clients send. */
export interface Metrics {
  readonly registry: Registry;
  readonly observe: (request: RequestReport) => void;
  readonly countRefusedMessage: (refused: RefusedMessage) => void;
  /** Measures an operation of a store; its outcome is `completed`, `unavailable` or, after a bug, `failed`. */
  readonly time: (
    operation: string,
  ) => <L extends { readonly _tag: string }, A>(task: TE.TaskEither<L, A>) => TE.TaskEither<L, A>;
}

const knownMethods: ReadonlySet<string> = new Set(supportedMethods);

const reasons: readonly AuthenticationFailure[] = ['missing', 'malformed', 'unknown', 'expired', 'revoked'];

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Makes the metrics, in the text format of Prometheus. */
export const createMetrics = (): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Time from the end of the request headers to the end of the response, as duration in the log',
    labelNames: ['method', 'route', 'status'],
    buckets: [...buckets, 10],
    registers,
  });
  const operations = new Histogram({
    name: 'db_client_operation_duration_seconds',
    help: 'Duration of whole operations on the store, waits for a connection or a lock too; unavailable is a 503, failed a 500',
    labelNames: ['operation', 'outcome'],
    buckets,
    registers,
  });
  const refused = new Counter({
    name: 'http_server_refused_requests_total',
    help: 'Responses 429 (share, rate) and 503 (slot, outage, full) of the API, by what is used up',
    labelNames: ['status', 'cause'],
    registers,
  });
  const refusedMessages = new Counter({
    name: 'http_server_refused_messages_total',
    help: 'Messages that the HTTP parser refused, by the code of the error; no other metric counts them',
    labelNames: ['code'],
    registers,
  });
  const refusedKeys = new Counter({
    name: 'animal_store_authentication_failures_total',
    help: 'Responses 401, by the reason why the API key was rejected',
    labelNames: ['reason'],
    registers,
  });
  // A counter that begins at its first event hides that event from rate() and increase().
  for (const [cause, status] of Object.entries(refusalStatuses)) refused.inc({ status, cause }, 0);
  for (const reason of reasons) refusedKeys.inc({ reason }, 0);

  return {
    registry,
    observe: ({ method, route, status, duration, authenticationFailure, refusal }) => {
      durations.observe({ method: knownMethods.has(method) ? method : 'other', route, status }, duration / 1_000);
      if (refusal !== undefined) refused.inc({ status, cause: refusal });
      if (authenticationFailure !== undefined) refusedKeys.inc({ reason: authenticationFailure });
    },
    countRefusedMessage: ({ code }) => refusedMessages.inc({ code }),
    time: (operation) => (task) => async () => {
      const began = performance.now();
      let outcome = 'failed';
      try {
        const result = await task();
        outcome = E.isLeft(result) && result.left._tag === 'RepositoryUnavailable' ? 'unavailable' : 'completed';
        return result;
      } finally {
        operations.observe({ operation, outcome }, (performance.now() - began) / 1_000);
      }
    },
  };
};

/** The state of a process, for metrics that are read at each scrape. */
export interface State {
  readonly version: Version;
  readonly store: string;
  readonly isReady: () => boolean;
  /** The limits of the process by name, and how much of each is in use. */
  readonly limits: Readonly<Record<string, { readonly limit: number; readonly inUse: () => number }>>;
}

/** Adds the metrics of the state of a process. */
export const addStateMetrics = (
  { registry }: Metrics,
  { version: { version, revision = '' }, store, isReady, limits }: State,
): void => {
  const registers = [registry];
  new Gauge({
    name: 'animal_store_build_info',
    help: 'Always 1; the labels say which version, commit, Node.js and store this process runs',
    labelNames: ['version', 'revision', 'node', 'store'],
    registers,
  }).set({ version, revision, node: process.versions.node, store }, 1);
  new Gauge({
    name: 'animal_store_ready',
    help: '1 if this process can serve requests, else 0; checked every 5 s, without probes',
    registers,
    collect() {
      this.set(isReady() ? 1 : 0);
    },
  });
  const limit = new Gauge({
    name: 'animal_store_limit',
    help: 'Limits of this process: its connections, and its requests in flight',
    labelNames: ['limit'],
    registers,
  });
  for (const [name, each] of Object.entries(limits)) limit.set({ limit: name }, each.limit);
  new Gauge({
    name: 'animal_store_in_use',
    help: 'How much of each limit of this process is in use',
    labelNames: ['limit'],
    registers,
    collect() {
      for (const [name, { inUse }] of Object.entries(limits)) this.set({ limit: name }, inUse());
    },
  });
};
