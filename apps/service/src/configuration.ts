import type { RateLimit } from '@animal-store/adapter-http-koa';
import { ApiKeyToken, toViolations } from '@animal-store/domain';
import { either as E, function as F, option as O } from 'fp-ts';
import * as t from 'io-ts';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** How much is logged, from least to most but for `silent`, which is nothing. */
export type LogLevel = (typeof logLevels)[number];

/** What becomes of the deprecated operation on the day of its removal. */
export type AfterSunset = 'gone' | 'serve';

/** What the environment tells the service; every field has the name of its variable. */
export interface Configuration {
  readonly HOST: string;
  readonly PORT: number;
  readonly ADMIN_HOST: string;
  /** Absent when it is not set: then the default is tried, and a taken port is no reason not to start. */
  readonly ADMIN_PORT: number | undefined;
  readonly API_KEY: ApiKeyToken | undefined;
  /** Where the store is; absent, it is in memory. */
  readonly MONGODB_URI: string | undefined;
  readonly BASE_URL: string | undefined;
  readonly STAGING_BASE_URL: string | undefined;
  /** How often an API key may ask this process; absent, as often as it likes. */
  readonly RATE_LIMIT: RateLimit | undefined;
  /** How many requests under /v1 may be in flight in this process. */
  readonly MAX_REQUESTS_IN_FLIGHT: number;
  readonly LOG_LEVEL: LogLevel;
  readonly SHUTDOWN_DELAY_MS: number;
  readonly SHUTDOWN_GRACE_MS: number;
  readonly GET_PET_AFTER_SUNSET: AfterSunset;
}

const variable = <A>(rule: string, parse: (text: string) => O.Option<A>): t.Type<A, unknown, unknown> =>
  new t.Type<A, unknown, unknown>(
    rule,
    (value): value is A => value !== undefined,
    (input, context) => {
      const value = typeof input === 'string' ? parse(input) : O.none;
      return O.isSome(value) ? E.right(value.value) : t.failure(input, context, `must be ${rule}`);
    },
    (value) => value,
  );

const withDefault = <A>(codec: t.Type<A, unknown, unknown>, preset: A): t.Type<A, unknown, unknown> =>
  new t.Type<A, unknown, unknown>(
    codec.name,
    codec.is,
    (input, context) => (input === undefined ? E.right(preset) : codec.validate(input, context)),
    codec.encode,
  );

const optional = <A>(codec: t.Type<A, unknown, unknown>): t.Type<A | undefined, unknown, unknown> =>
  withDefault<A | undefined>(codec as t.Type<A | undefined, unknown, unknown>, undefined);

const integer = (min: number, max: number, unit = ''): t.Type<number, unknown, unknown> =>
  variable(`a whole number${unit} between ${min} and ${max}`, (text) =>
    O.fromPredicate((value: number) => /^\d{1,10}$/.test(text) && value >= min && value <= max)(Number(text)),
  );

const oneOf = <A extends string>(values: readonly A[]): t.Type<A, unknown, unknown> =>
  variable(`one of ${values.join(', ')}`, (text) => O.fromNullable(values.find((value) => value === text)));

const host = variable(
  'a host name or an IP address',
  O.fromPredicate((text: string) => /^[A-Za-z0-9.:_-]+$/.test(text)),
);

const port = integer(0, 65_535);

const milliseconds = integer(0, 3_600_000, ' of milliseconds');

const apiKey = variable('an API key, ask_<id>_<secret>_<checksum>', O.fromPredicate(ApiKeyToken.is));

const mongodbUri = variable(
  'a MongoDB connection string, mongodb://… or mongodb+srv://…',
  O.fromPredicate((text: string) => /^mongodb(?:\+srv)?:\/\/\S+$/.test(text)),
);

const rateLimit = variable('a number of requests and of seconds, such as 600/60s', (text) => {
  const [, requests, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,4})s$/.exec(text) ?? [];
  return requests === undefined ? O.none : O.some({ requests: Number(requests), seconds: Number(seconds) });
});

// It stands in headers, which hold visible ASCII only: other characters have to be percent-encoded, or Punycode.
const baseUrl = variable('an http or https URL in ASCII whose path ends in /v1, without query and fragment', (text) =>
  URL.canParse(text) && /^https?:\/\/[!$-;=@-[\]_a-z~]+\/v1$/.test(text) ? O.some(text) : O.none,
);

const codec = t.strict({
  HOST: withDefault(host, '127.0.0.1'),
  PORT: withDefault(port, 8080),
  ADMIN_HOST: withDefault(host, '127.0.0.1'),
  ADMIN_PORT: optional(port),
  API_KEY: optional(apiKey),
  MONGODB_URI: optional(mongodbUri),
  BASE_URL: optional(baseUrl),
  STAGING_BASE_URL: optional(baseUrl),
  RATE_LIMIT: optional(rateLimit),
  MAX_REQUESTS_IN_FLIGHT: withDefault(integer(1, 1_000_000), 1_000),
  LOG_LEVEL: withDefault(oneOf(logLevels), 'info'),
  SHUTDOWN_DELAY_MS: withDefault(milliseconds, 0),
  SHUTDOWN_GRACE_MS: withDefault(milliseconds, 10_000),
  GET_PET_AFTER_SUNSET: withDefault(oneOf<AfterSunset>(['gone', 'serve']), 'gone'),
});

/**
 * Reads the configuration from environment variables; an empty one counts as absent. The Left has a sentence for each
 * variable that is wrong, and never its value, which may be a secret.
 */
export const decodeConfiguration = (
  environment: Readonly<Record<string, string | undefined>>,
): E.Either<readonly string[], Configuration> => {
  const set = Object.fromEntries(Object.entries(environment).filter(([, text]) => text !== ''));
  return F.pipe(
    codec.decode(set),
    E.mapLeft((errors) => toViolations(errors).map(({ path, message }) => `${path} ${message}`)),
    E.filterOrElseW(
      ({ API_KEY, MONGODB_URI }) => API_KEY === undefined || MONGODB_URI === undefined,
      () => ['API_KEY must not be set together with MONGODB_URI: the keys are in MongoDB (animal-store keys issue)'],
    ),
  );
};
