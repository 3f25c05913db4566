import {
  type AuthenticationFailure,
  type MetricsText,
  type RefusalCause,
  type RefusedMessage,
  type RequestReport,
  supportedMethods,
} from '@animal-store/adapter-http-koa';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { createHistogram } from './create-histogram.ts';
import { createEventLoopDelay, rarely } from './event-loop-delay.ts';
import { neverThrow } from './never-throw.ts';
import { createOperationMetrics, type TimeOperation } from './operation-metrics.ts';
import { perSeries } from './per-series.ts';

/** The metrics of this process. No function throws, and the number of series is bounded whatever clients send. */
export interface Metrics extends MetricsText {
  readonly observe: (request: RequestReport) => void;
  readonly countRefusedMessage: (refused: RefusedMessage) => void;
  /** Sets the source of the number of requests in flight. */
  readonly showActiveRequests: (count: () => number) => void;
  /** Measures an operation of the store. */
  readonly time: TimeOperation;
  /** Adds metrics that only one store has. `create` must not throw in its listeners; it reports errors to `onFailure`. */
  readonly add: <A>(create: (register: Registry, onFailure: (error: unknown) => void) => A) => A;
}

const knownMethods: ReadonlySet<string> = new Set(supportedMethods);

const authenticationFailures: Readonly<Record<AuthenticationFailure, true>> = {
  missing: true,
  malformed: true,
  unknown: true,
  expired: true,
  revoked: true,
};

const failures: readonly number[] = [500, 503];

/** The status of each cause. */
const refusals: Readonly<Record<RefusalCause, 429 | 503>> = {
  slot: 503,
  outage: 503,
  full: 503,
  share: 429,
  rate: 429,
};

/** Makes the metrics, in the Prometheus text format. `onFailure` gets the error of an event that cannot be counted. */
export const createMetrics = (onFailure: (error: unknown) => void): Metrics => {
  const register = new Registry();
  const registers = [register];
  let activeRequests = (): number => 0;

  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: rarely });
  createEventLoopDelay(register);
  const newSeries = createHistogram({
    name: 'http_server_request_duration_seconds',
    help: 'Time from the end of the request headers to the end of the response, in seconds',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    register,
  });
  new Gauge({
    name: 'http_server_active_requests',
    help: 'Requests whose response is not sent yet',
    registers,
    collect() {
      this.set(activeRequests());
    },
  });
  const failed = new Counter({
    name: 'http_server_request_failures_total',
    help: 'Requests that the service failed: 500 is a bug or an unreadable document, 503 an outage or too many requests',
    labelNames: ['status'],
    registers,
  });
  const refused = new Counter({
    name: 'http_server_refused_requests_total',
    help: 'Responses 429 and 503 of the API, by what is used up: slots, bytes, reading lists, the share of a key, its rate, the store',
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
  for (const status of failures) failed.inc({ status }, 0);
  for (const [cause, status] of Object.entries(refusals)) refused.inc({ status, cause }, 0);
  for (const reason of Object.keys(authenticationFailures)) refusedKeys.inc({ reason }, 0);

  const seriesOf = perSeries((method, route, status) => newSeries({ method, route, status }));

  return {
    contentType: register.contentType,
    read: () => register.metrics(),
    observe: neverThrow(({ method, route, status, duration, authenticationFailure, failure, refusal }) => {
      seriesOf(knownMethods.has(method) ? method : 'other', route, status).observe(duration / 1000);
      if (failure !== undefined) failed.inc({ status });
      if (refusal !== undefined) refused.inc({ status, cause: refusal });
      if (authenticationFailure !== undefined) refusedKeys.inc({ reason: authenticationFailure });
    }, onFailure),
    countRefusedMessage: neverThrow(({ code }) => refusedMessages.inc({ code }), onFailure),
    showActiveRequests: (count) => {
      activeRequests = count;
    },
    time: createOperationMetrics(register, onFailure),
    add: (create) => create(register, onFailure),
  };
};
