import { ApiKeyToken } from '@animal-store/access';
import {
  baseUrl,
  collectorUrl,
  headerNames,
  host,
  integer,
  mongodbUri,
  oneOf,
  origins,
  path,
  postgresUri,
  rateLimit,
  type TextCodec,
} from './codecs.ts';

/** An environment variable: how its text is decoded, its value if it is not set, and its meaning for a person. */
export type Variable<A, D extends A | undefined = A | undefined> = readonly [
  codec: TextCodec<A>,
  fallback: D,
  help: string,
];

const variable = <A, D extends A | undefined>(codec: TextCodec<A>, fallback: D, help: string): Variable<A, D> => [
  codec,
  fallback,
  help,
];

const port = integer(0, 65_535);
const milliseconds = integer(0, 3_600_000, ' of milliseconds');
const otlpProtocol = oneOf('http/protobuf', 'http/json');

/** All variables that the service reads, in the order in which the help shows them. */
export const variables = {
  SQLITE_FILE: variable(path, undefined, 'keeps the animals in this SQLite file, created if it does not exist'),
  MONGODB_URI: variable(
    mongodbUri,
    undefined,
    'keeps the animals in MongoDB, such as mongodb://127.0.0.1/animal-store',
  ),
  POSTGRES_URI: variable(
    postgresUri,
    undefined,
    'keeps the animals in PostgreSQL, such as postgresql://animals@127.0.0.1/animals?sslmode=verify-full',
  ),
  STORE: variable(
    oneOf('memory'),
    undefined,
    'memory keeps the animals in memory until the process ends, like none of the three above; with NODE_ENV=production it must be set for that',
  ),
  HOST: variable(
    host,
    '127.0.0.1',
    'the address of the API; :: is every address of the machine, IPv4 and IPv6 (only IPv4 if there is no IPv6), 0.0.0.0 every IPv4 address',
  ),
  PORT: variable(port, 8080, 'the port of the API; 0 takes a free one'),
  ADMIN_HOST: variable(host, '127.0.0.1', 'the address of /metrics, like HOST'),
  ADMIN_PORT: variable(
    port,
    undefined,
    'the port of /metrics; 0 turns it off. If unset: 9090, or off if that is taken',
  ),
  API_KEY: variable(
    ApiKeyToken,
    undefined,
    'the API key of the store in memory; if unset, each start prints a new one',
  ),
  BASE_URL: variable(
    baseUrl,
    undefined,
    'the URL of the API for clients, such as https://animals.example/v1; links begin with it',
  ),
  STAGING_BASE_URL: variable(baseUrl, undefined, 'the URL of the staging environment, for the OpenAPI document'),
  CORS_ORIGINS: variable(
    origins,
    undefined,
    'origins whose pages and apps may call the API, such as https://shop.example,capacitor://localhost',
  ),
  CORS_HEADERS: variable(
    headerNames,
    undefined,
    'more request headers that they may send, such as sentry-trace; those of the API and of W3C Trace Context always pass',
  ),
  RATE_LIMIT: variable(
    rateLimit,
    undefined,
    'how many requests one API key may send to each process in how many seconds, such as 600/60s; more get 429',
  ),
  MAX_REQUESTS_IN_FLIGHT: variable(
    integer(1, 1_000_000),
    500,
    'requests that each process handles at once; more get 503, and 429 if one API key has half of them',
  ),
  MAX_CONNECTIONS: variable(integer(1, 1_000_000), 1_500, 'client connections at once; more are refused'),
  KEEP_ALIVE_TIMEOUT_MS: variable(
    milliseconds,
    65_000,
    'how long an idle connection stays open; longer than the balancer in front keeps it',
  ),
  GET_PET_AFTER_SUNSET: variable(
    oneOf('gone', 'serve'),
    'gone',
    'GET /v1/pets/{petId} from 5 December 2030: gone (410) or serve (keeps working)',
  ),
  SHUTDOWN_DELAY_MS: variable(milliseconds, 0, 'how long /readyz returns 503 before a stop refuses connections'),
  SHUTDOWN_GRACE_MS: variable(milliseconds, 10_000, 'how long a stop then waits for requests in flight'),
  LOG_LEVEL: variable(
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'info',
    'how much is logged: fatal, error, warn, info, debug, trace, silent',
  ),
  LOG_FORMAT: variable(
    oneOf('pino', 'cloud'),
    'pino',
    'pino: level as a number, msg and status; cloud: severity, message and httpStatus, for Google Cloud, Datadog and others',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(
    collectorUrl,
    undefined,
    'the collector that gets traces, such as http://127.0.0.1:4318; the other OTEL_… variables of the SDK apply too',
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: variable(
    otlpProtocol,
    'http/protobuf',
    'how traces are sent: http/protobuf or http/json',
  ),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: variable(
    otlpProtocol,
    undefined,
    'the same; overrides OTEL_EXPORTER_OTLP_PROTOCOL',
  ),
} as const;

export type VariableName = keyof typeof variables;

/** The variables that choose a durable store. */
export const storeVariables = ['SQLITE_FILE', 'MONGODB_URI', 'POSTGRES_URI'] as const;

/** Variables whose value may stand in a file, which the variable `…_FILE` names. */
export const secretVariables: readonly VariableName[] = ['MONGODB_URI', 'POSTGRES_URI', 'API_KEY'];

/** Variables of earlier versions. They change nothing. */
export const goneVariables: Readonly<Record<string, string>> = {
  MAX_BYTES_IN_FLIGHT: 'names of animals are bounded now',
  MAX_BYTES_BEING_READ: 'names of animals are bounded now',
  MAX_KEY_SHARE_PERCENT: 'one API key has at most half of MAX_REQUESTS_IN_FLIGHT',
  CLIENTS_WITHOUT_KEY: 'limit clients in the proxy in front (deploy/proxy)',
  IDEMPOTENCY_RECORD_DAYS: 'records of creations are kept for ever',
  FIRST_API_KEY_FILE: 'make the first API key with animal-store keys issue',
};
