// The duties of a service in production for each request, with the same libraries and the same headers as the service.
import { createHash } from 'node:crypto';
import { destination, pino } from 'pino';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

const digestOf = (credential: string): string => createHash('sha256').update(credential).digest('hex');
const keys = new Map([[digestOf(process.env['API_KEY'] ?? ''), 'bench']]);

/** Whether a value of `Authorization` has the API key, which is looked up by its SHA-256 digest. */
export const isKnown = (authorization = ''): boolean => keys.has(digestOf(authorization.slice('Bearer '.length)));

export const headersOf = (requestId: string) => ({
  'X-Request-Id': requestId,
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
});

/** The headers of an operation that goes away. */
export const deprecation = {
  Deprecation: '@1764892800',
  Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT',
  Link: '</v1/pets>; rel="successor-version"',
};

/** The `Link` to the page after an animal. */
export const nextLink = (limit: number, status: unknown, after: bigint): string => {
  const cursor = Buffer.from(`${after}`).toString('base64url');
  return `</v1/pets?limit=${limit}${status === undefined ? '' : `&status=${status}`}&cursor=${cursor}>; rel="next"`;
};

const log = pino({ base: null }, destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 1000 }));

const registry = new Registry();
collectDefaultMetrics({ register: registry });
const durations = new Histogram({
  name: 'http_server_request_duration_seconds',
  help: 'Duration of a request in seconds',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
});

const operations = new Histogram({
  name: 'db_client_operation_duration_seconds',
  help: 'Duration of operations on the store in seconds',
  labelNames: ['operation', 'outcome'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
});

/** Adds a sample of the duration of each run of an operation on a store. */
export const sample =
  <Given extends readonly unknown[], A>(operation: string, run: (...given: Given) => Promise<A>) =>
  async (...given: Given): Promise<A> => {
    const begin = performance.now();
    let outcome = 'failed';
    try {
      const result = await run(...given);
      outcome = 'completed';
      return result;
    } finally {
      operations.observe({ operation, outcome }, (performance.now() - begin) / 1000);
    }
  };

/** A request whose response was sent, or whose client has disconnected. */
interface Finished {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly petId: string | undefined;
  readonly status: number;
  readonly aborted: boolean;
}

/** Writes the log line and the sample of the service. `begin` is the `performance.now()` of the start of the request. */
export const observe = ({ requestId, method, route, petId, status, aborted }: Finished, begin: number): void => {
  const duration = Math.round((performance.now() - begin) * 1000) / 1000;
  durations.observe({ method, route, status }, duration / 1000);
  log.info({ method, route, status, requestId, petId, aborted, apiKeyId: 'measured', duration }, 'request');
};

/** How long a connection may be idle while a request is sent or a response read, in milliseconds, as in the service. */
export const idleTime = 40_000;

/** Prints the address of this process for the benchmark. */
export const announce = (url: string): void => {
  process.stdout.write(`${JSON.stringify({ url, msg: 'listening' })}\n`);
};
