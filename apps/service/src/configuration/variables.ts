import { ApiKeyToken } from '@animal-store/access';
import type { RateLimit } from '@animal-store/adapter-http-koa';
import { fromGuard } from '@animal-store/domain';
import { anyOf } from '../any-of.ts';
import { type LogLevel, logLevels } from '../observation/log-level.ts';
import type { ChosenStore } from '../stores/chosen-store.ts';
import { durableStores } from '../stores/durable-stores.ts';
import { matching, type TextCodec } from '../text-codec.ts';
import { serviceLimits } from './limits.ts';
import { baseUrl, collectorUrl, host, integer, oneOf, origins, rateLimit } from './variable-codecs.ts';

const { requests, server } = serviceLimits;

/** What the deprecated operation does from its removal date on. */
export type AfterSunset = 'gone' | 'serve';

/** The variables that all stores have in common. Each field has the name of its environment variable; `variableTable` describes it. */
export interface CommonConfiguration {
  readonly STORE?: 'memory';
  readonly HOST: string;
  readonly PORT: number;
  readonly ADMIN_HOST: string;
  readonly ADMIN_PORT?: number;
  readonly IDEMPOTENCY_RECORD_DAYS?: number;
  readonly API_KEY?: ApiKeyToken;
  readonly FIRST_API_KEY_FILE?: string;
  readonly BASE_URL?: string;
  readonly STAGING_BASE_URL?: string;
  readonly CORS_ORIGINS?: readonly string[];
  readonly RATE_LIMIT?: RateLimit;
  readonly MAX_REQUESTS_IN_FLIGHT: number;
  readonly MAX_BYTES_IN_FLIGHT: number;
  readonly MAX_BYTES_BEING_READ: number;
  readonly MAX_KEY_SHARE_PERCENT: number;
  readonly MAX_CONNECTIONS: number;
  readonly CLIENTS_WITHOUT_KEY: 'limited' | 'trusted';
  readonly LOG_LEVEL: LogLevel;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  readonly SHUTDOWN_DELAY_MS: number;
  readonly SHUTDOWN_GRACE_MS: number;
  readonly GET_PET_AFTER_SUNSET: AfterSunset;
}

/** The configuration of the service. */
export interface Configuration extends CommonConfiguration {
  /** The durable store that a variable chooses; if there is none, the animals are kept in memory. */
  readonly store?: ChosenStore;
}

/** The port of the metrics if ADMIN_PORT is absent. If another process uses it, the service starts without metrics. */
export const defaultAdminPort = 9090;

interface Variable<A> {
  readonly codec: TextCodec<A>;
  readonly meaning: string;
  readonly unit?: string;
  readonly example: string;
}

/** An optional variable has no default; `absent` says in words what its absence means. */
type VariableTable = {
  readonly [Name in keyof CommonConfiguration]-?: Variable<Required<CommonConfiguration>[Name]> &
    (Record<never, never> extends Pick<CommonConfiguration, Name>
      ? { readonly absent: string }
      : { readonly default: Required<CommonConfiguration>[Name] });
};

/** The variables that choose a durable store. */
export const storeVariables: readonly string[] = durableStores.map(({ variable }) => variable.name);

/** The variables of the durable stores whose first start makes an API key. */
export const storesWithFirstKey: readonly string[] = durableStores.flatMap(({ makesKey, variable }) =>
  makesKey === 'never' ? [] : [variable.name],
);

const memoryStore: TextCodec<'memory'> = fromGuard(
  'memory',
  (input): input is 'memory' => input === 'memory',
  `must be memory; ${anyOf(storeVariables)} chooses a durable store`,
);

const port = integer(0, 65_535);

const milliseconds = integer(0, 3_600_000, ' of milliseconds');

/** The variables that all stores have in common, in the order in which they are shown. */
export const variableTable: VariableTable = {
  STORE: {
    codec: memoryStore,
    meaning: `memory keeps the animals in memory until the process ends; without it, NODE_ENV=production refuses that. Not allowed with ${anyOf(storeVariables)}`,
    absent: 'memory, but with NODE_ENV=production none',
    example: 'memory',
  },
  HOST: {
    codec: host,
    default: '127.0.0.1',
    meaning: 'where the API listens; 0.0.0.0 is every address of the machine',
    example: '0.0.0.0',
  },
  PORT: { codec: port, default: 8080, meaning: 'the port of the API; 0 takes a free one', example: '80' },
  ADMIN_HOST: { codec: host, default: '127.0.0.1', meaning: 'where /metrics is served', example: '0.0.0.0' },
  ADMIN_PORT: {
    codec: port,
    meaning: `the port of /metrics; 0 turns it off. If unset and ${defaultAdminPort} is taken, /metrics is off too`,
    absent: `${defaultAdminPort}`,
    example: '9464',
  },
  IDEMPOTENCY_RECORD_DAYS: {
    codec: integer(1, 10_000, ' of days'),
    meaning: 'how long a durable store keeps the record of an Idempotency-Key; set the same value on all instances',
    absent: 'for ever',
    unit: 'days',
    example: '30',
  },
  API_KEY: {
    codec: ApiKeyToken,
    meaning: `API key for the in-memory store, as printed by an earlier start; not allowed with ${anyOf(storeVariables)}`,
    absent: 'a new key',
    example: 'ask_<id>_<secret>_<checksum>',
  },
  FIRST_API_KEY_FILE: {
    codec: matching('a path', () => true),
    meaning: `a file, created with mode 0600, that gets the first API key of ${anyOf(storesWithFirstKey)}; without it, a terminal shows the key`,
    absent: 'none',
    example: '/run/animal-store/first-api-key',
  },
  BASE_URL: {
    codec: baseUrl,
    meaning: 'the base URL of the API for clients, ending in /v1; links begin with it',
    absent: '/v1',
    example: 'https://animals.example/v1',
  },
  STAGING_BASE_URL: {
    codec: baseUrl,
    meaning: 'the base URL of the staging environment, for the OpenAPI document',
    absent: 'none',
    example: 'https://staging.animals.example/v1',
  },
  CORS_ORIGINS: {
    codec: origins,
    meaning: 'origins whose web pages may call the API, separated by commas',
    absent: 'none',
    example: 'https://shop.example,https://admin.example',
  },
  RATE_LIMIT: {
    codec: rateLimit,
    meaning: 'how many requests one API key may send to each process, and in how many seconds; more get 429',
    absent: 'off',
    unit: 'requests/seconds',
    example: '600/60s',
  },
  MAX_REQUESTS_IN_FLIGHT: {
    codec: integer(1, 1_000_000),
    default: requests.maxRequestsInFlight,
    meaning: 'requests with a valid API key that each process handles at once; above that it returns 503',
    unit: 'requests',
    example: '200',
  },
  MAX_BYTES_IN_FLIGHT: {
    codec: integer(1_048_576, 1_000_000_000_000),
    default: requests.maxBytesInFlight,
    meaning: 'memory that request bodies and large responses may hold at once; above that the process returns 503',
    unit: 'bytes',
    example: '268435456',
  },
  MAX_BYTES_BEING_READ: {
    codec: integer(1_048_576, 1_000_000_000_000),
    default: requests.maxBytesBeingRead,
    meaning: 'size of the pages that lists may read at once; above that lists wait, and get 503 after 2 s',
    unit: 'bytes',
    example: '100663296',
  },
  MAX_KEY_SHARE_PERCENT: {
    codec: integer(1, 100),
    default: requests.maxKeySharePercent,
    meaning:
      'share of MAX_REQUESTS_IN_FLIGHT, MAX_BYTES_IN_FLIGHT, MAX_BYTES_BEING_READ and MAX_CONNECTIONS that one API key may ' +
      'hold; above that it gets 429, or an idle connection of it is closed',
    unit: 'percent',
    example: '25',
  },
  MAX_CONNECTIONS: {
    codec: integer(1, 1_000_000),
    default: server.maxConnections,
    meaning: 'the most client connections at one time; one more closes another, first of clients that have too many',
    unit: 'connections',
    example: '10000',
  },
  CLIENTS_WITHOUT_KEY: {
    codec: oneOf(['limited', 'trusted']),
    default: server.strangers,
    meaning:
      'limited: requests without a valid API key are read more slowly than others; trusted: they are not. Choose trusted ' +
      'only if all clients come through a proxy that limits them',
    example: 'trusted',
  },
  LOG_LEVEL: {
    codec: oneOf(logLevels),
    default: 'info',
    meaning: `how much is logged: ${logLevels.join(', ')}`,
    example: 'warn',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    codec: collectorUrl,
    meaning: 'the collector that gets traces by OTLP over HTTP; the other variables of OpenTelemetry apply too',
    absent: 'off',
    example: 'http://127.0.0.1:4318',
  },
  SHUTDOWN_DELAY_MS: {
    codec: milliseconds,
    default: 0,
    meaning: 'how long /readyz returns 503 before the service stops accepting connections',
    unit: 'milliseconds',
    example: '5000',
  },
  SHUTDOWN_GRACE_MS: {
    codec: milliseconds,
    default: 10_000,
    meaning: 'how long requests in flight may take once the service accepts no more connections',
    unit: 'milliseconds',
    example: '25000',
  },
  GET_PET_AFTER_SUNSET: {
    codec: oneOf(['gone', 'serve']),
    default: 'gone',
    meaning: 'GET /v1/pets/{petId} from 5 December 2030: gone (410) or serve (keeps working)',
    example: 'serve',
  },
};
