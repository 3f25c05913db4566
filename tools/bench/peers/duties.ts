// The duties of a service in production for each request, with the same libraries and the same headers as the service.
import { createHash } from 'node:crypto';
import { destination, pino } from 'pino';
import { collectDefaultMetrics, Histogram } from 'prom-client';

const digestOf = (credential: string): string => createHash('sha256').update(credential).digest('hex');
const keys = new Set([digestOf(process.env['API_KEY'] ?? '')]);

/** Whether a value of `Authorization` has the API key, which is looked up by its SHA-256 digest. */
export const isKnown = (authorization = ''): boolean => keys.has(digestOf(authorization.slice('Bearer '.length)));

export const headersOf = (requestId: string) => ({
  'X-Request-Id': requestId,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
});

/** The headers of a deprecated operation. */
export const deprecation = {
  Deprecation: '@1764892800',
  Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
  Link: '</v1/pets>; rel="successor-version"',
};

const log = pino({ base: null }, destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 1000 }));
collectDefaultMetrics();
const durations = new Histogram({
  name: 'http_server_request_duration_seconds',
  help: 'Duration of a request in seconds',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

/** Writes the log line and the sample of a request that has ended, after so many milliseconds. */
export const observe = (
  labels: { readonly method: string; readonly route: string; readonly status: number },
  requestId: string,
  duration: number,
): void => {
  durations.observe(labels, duration / 1000);
  log.info({ ...labels, requestId, apiKeyId: 'measured', duration: Math.round(duration * 1000) / 1000 }, 'request');
};

/** Prints the address of this process for the benchmark. */
export const announce = (url: string): void =>
  void process.stdout.write(`${JSON.stringify({ url, msg: 'listening' })}\n`);
