import type { Exchange, MetricsText } from '@animal-store/adapter-http-koa';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** The metrics of this process, and what feeds them. */
export interface Metrics extends MetricsText {
  readonly observe: (exchange: Exchange) => void;
}

// Every label value comes from a closed set: whatever is requested, the number of series stays bounded.
const knownMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

/** Makes the metrics in the Prometheus text format; durations are in seconds. */
export const createMetrics = (): Metrics => {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const durations = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'From the end of the request headers to the end of the answer, in seconds',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  return {
    contentType: register.contentType,
    read: () => register.metrics(),
    observe: ({ method, route, status, duration }) =>
      durations.observe({ method: knownMethods.has(method) ? method : 'other', route, status }, duration / 1000),
  };
};
