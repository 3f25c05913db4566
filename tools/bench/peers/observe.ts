// The usual work of a production service for each request, with the same libraries as the service.
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { destination, pino } from 'pino';
import { Histogram, Registry } from 'prom-client';

// The log goes to a pipe in portions, like the service's.
const log = pino({ base: null }, destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 1000 }));

const durations = new Histogram({
  name: 'http_server_request_duration_seconds',
  help: 'Duration of a request in seconds',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [new Registry()],
});

/** The client's request id, or a new one. */
export const requestIdOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
  const given = headers['x-request-id'];
  return typeof given === 'string' ? given : randomUUID();
};

/** One finished request. `begin` is the `performance.now()` of its start. */
export interface ObservedRequest {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly begin: number;
}

/** Writes one log line and one sample of the histogram. */
export const observe = ({ requestId, method, route, status, begin }: ObservedRequest): void => {
  const duration = performance.now() - begin;
  durations.observe({ method, route, status }, duration / 1000);
  log.info({ requestId, method, route, status, duration: Math.round(duration * 1000) / 1000 }, 'request');
};
