import { ApiKeyToken } from '@animal-store/access';
import { optionBounds } from '@animal-store/adapter-http-koa';
import * as c from './codecs.ts';

/** An environment variable: how its text is decoded, its value if it is not set, and its meaning for a person. */
export type Variable<A, D = A | undefined> = readonly [codec: c.TextCodec<A>, fallback: D, help: string];

const v = <A, D extends A | undefined>(codec: c.TextCodec<A>, fallback: D, help: string): Variable<A, D> => [
  codec,
  fallback,
  help,
];

const port = c.integer([0, 65_535]);
const ofMilliseconds = ' of milliseconds';
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** All variables that the service reads, in the order in which the help shows them. */
export const variables = {
  SQLITE_FILE: v(c.path, undefined, 'keeps the animals in this SQLite file, which is created if it does not exist'),
  MONGODB_URI: v(c.mongodbUri, undefined, 'keeps the animals in MongoDB, such as mongodb://127.0.0.1/animal-store'),
  POSTGRES_URI: v(
    c.postgresUri,
    undefined,
    'keeps the animals in PostgreSQL, such as postgresql://me@127.0.0.1/animals',
  ),
  STORE: v(c.oneOf('memory'), undefined, 'memory: the animals are in memory only; else production needs a store'),
  HOST: v(
    c.host,
    '127.0.0.1',
    'the address of the API; :: is every address, IPv4 and IPv6, 0.0.0.0 every IPv4 address',
  ),
  PORT: v(port, 8080, 'the port of the API; 0 takes a free one'),
  ADMIN_HOST: v(c.host, '127.0.0.1', 'the address of /metrics, like HOST'),
  ADMIN_PORT: v(port, undefined, 'the port of /metrics; 0 turns it off; if unset 9090, or off if that is taken'),
  API_KEY: v(ApiKeyToken, undefined, 'the API key of a store in memory; if unset, a new one is printed'),
  BASE_URL: v(c.baseUrl, undefined, 'the URL for clients, such as https://animals.example/v1; links begin with it'),
  STAGING_BASE_URL: v(c.baseUrl, undefined, 'the URL of the staging environment, for the OpenAPI document'),
  CORS_ORIGINS: v(c.origins, undefined, 'whose pages may call the API: https://shop.example,capacitor://localhost'),
  CORS_HEADERS: v(
    c.headerNames,
    undefined,
    'request headers that pages of other origins may send besides those of the API, such as x-tenant',
  ),
  RATE_LIMIT: v(
    c.rateLimit,
    undefined,
    'requests of one API key to each process in a period, such as 600/60s; more get 429',
  ),
  MAX_REQUESTS_IN_FLIGHT: v(
    c.integer(optionBounds.maxRequestsInFlight),
    500,
    'requests in flight; more get 503, more than half of them, rounded up, by one key get 429',
  ),
  MAX_CONNECTIONS: v(c.integer(optionBounds.maxConnections), 1_500, 'client connections at once; more are closed'),
  KEEP_ALIVE_TIMEOUT_MS: v(
    c.integer(optionBounds.keepAliveTimeout, ofMilliseconds),
    65_000,
    'how long a connection may be idle; longer than at a balancer in front',
  ),
  GET_PET_AFTER_SUNSET: v(c.oneOf('gone', 'serve'), 'gone', 'GET /v1/pets/{petId} from 5 December 2030: gone or serve'),
  SHUTDOWN_DELAY_MS: v(
    c.integer([0, 3_600_000], ofMilliseconds),
    0,
    'how long /readyz returns 503 before a stop refuses connections',
  ),
  SHUTDOWN_GRACE_MS: v(
    c.integer(optionBounds.grace, ofMilliseconds),
    10_000,
    'how long a stop then waits for requests in flight',
  ),
  LOG_LEVEL: v(c.oneOf(...levels), 'info', `how much is logged: ${levels.join(', ')}`),
  LOG_FORMAT: v(
    c.oneOf('pino', 'cloud'),
    'pino',
    'cloud: severity, message, httpStatus, as Google Cloud and Datadog expect',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: v(
    c.collectorUrl,
    undefined,
    'sends traces to this collector, such as http://127.0.0.1:4318; other variables of OpenTelemetry apply too',
  ),
} as const;

export type VariableName = keyof typeof variables;

/** The variables that choose a durable store. */
export const storeVariables = ['SQLITE_FILE', 'MONGODB_URI', 'POSTGRES_URI'] as const;

/** Variables whose value may be in a file, which the variable `…_FILE` names. */
export const secretVariables: readonly VariableName[] = ['MONGODB_URI', 'POSTGRES_URI', 'API_KEY'];
