import { ApiKeyToken } from '@animal-store/access';
import { isOrigin, type RateLimit } from '@animal-store/adapter-http-koa';
import { toViolations } from '@animal-store/domain';
import { either as E, function as F, option as O } from 'fp-ts';
import * as t from 'io-ts';
import { serviceLimits } from './limits.ts';
import {
  fileVariable,
  type ReadText,
  readSecretFiles,
  readTextFile,
  secretVariables,
  type Texts,
} from './secret-files.ts';
import { isSet, storeVariableNames, storeVariables } from './store-variables.ts';
import { optionalVariable, type TextRule, type VariableDescription, variableWithDefault } from './variable.ts';

const { requests, server } = serviceLimits;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** How much is logged, from least to most but for `silent`, which is nothing. */
export type LogLevel = (typeof logLevels)[number];

/** What becomes of the deprecated operation on the day of its removal. */
export type AfterSunset = 'gone' | 'serve';

/** What the environment tells the service; every field has the name of its variable, and its meaning below. */
export interface Configuration {
  readonly HOST: string;
  readonly PORT: number;
  readonly ADMIN_HOST: string;
  readonly ADMIN_PORT: number | undefined;
  readonly SQLITE_FILE: string | undefined;
  readonly MONGODB_URI: string | undefined;
  readonly IDEMPOTENCY_RECORD_DAYS: number | undefined;
  readonly API_KEY: ApiKeyToken | undefined;
  readonly BASE_URL: string | undefined;
  readonly STAGING_BASE_URL: string | undefined;
  readonly CORS_ORIGINS: readonly string[] | undefined;
  readonly RATE_LIMIT: RateLimit | undefined;
  readonly MAX_REQUESTS_IN_FLIGHT: number;
  readonly MAX_BYTES_IN_FLIGHT: number;
  readonly MAX_KEY_SHARE_PERCENT: number;
  readonly MAX_CONNECTIONS: number;
  readonly LOG_LEVEL: LogLevel;
  readonly SHUTDOWN_DELAY_MS: number;
  readonly SHUTDOWN_GRACE_MS: number;
  readonly GET_PET_AFTER_SUNSET: AfterSunset;
}

/** Where metrics are tried when ADMIN_PORT is absent: then a taken port is no reason not to start. */
export const defaultAdminPort = 9090;

const integer = (min: number, max: number, unit = ''): TextRule<number> => ({
  rule: `a whole number${unit} between ${min} and ${max}`,
  parse: (text) =>
    O.fromPredicate((value: number) => /^\d{1,15}$/.test(text) && value >= min && value <= max)(Number(text)),
});

const oneOf = <A extends string>(values: readonly A[]): TextRule<A> => ({
  rule: `one of ${values.join(', ')}`,
  parse: (text) => O.fromNullable(values.find((value) => value === text)),
});

const host: TextRule<string> = {
  rule: 'a host name or an IP address',
  parse: O.fromPredicate((text) => /^[A-Za-z0-9.:_-]+$/.test(text)),
};

const port = integer(0, 65_535);

const milliseconds = integer(0, 3_600_000, ' of milliseconds');

const apiKey: TextRule<ApiKeyToken> = {
  rule: 'an API key, ask_<id>_<secret>_<checksum>',
  parse: O.fromPredicate(ApiKeyToken.is),
};

const filePath: TextRule<string> = { rule: 'a path', parse: O.some };

const mongodbUri: TextRule<string> = {
  rule: 'a MongoDB connection string, mongodb://… or mongodb+srv://…',
  parse: O.fromPredicate((text) => /^mongodb(?:\+srv)?:\/\/\S+$/.test(text)),
};

const rateLimit: TextRule<RateLimit> = {
  rule: 'a number of requests and of seconds, such as 600/60s',
  parse: (text) => {
    const [, requests, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,4})s$/.exec(text) ?? [];
    return requests === undefined ? O.none : O.some({ requests: Number(requests), seconds: Number(seconds) });
  },
};

// It stands in headers, which hold visible ASCII only, and everybody can read it: no place for a password.
const baseUrl: TextRule<string> = {
  rule: 'an http or https URL in ASCII whose path ends in /v1, without user, query and fragment',
  parse: O.fromPredicate((text) => URL.canParse(text) && /^https?:\/\/[!$-;=A-[\]_a-z~]+\/v1$/.test(text)),
};

const origins: TextRule<readonly string[]> = {
  rule: 'a comma-separated list of origins such as https://shop.example, without path, default port or wildcard',
  parse: (text) => O.fromPredicate((items: readonly string[]) => items.every(isOrigin))(text.split(/ *, */)),
};

const codec = t.strict({
  HOST: variableWithDefault(host, '127.0.0.1', {
    meaning: 'where the API listens; 0.0.0.0 is every address of the machine',
    example: '0.0.0.0',
  }),
  PORT: variableWithDefault(port, 8080, { meaning: 'the port of the API; 0 takes a free one', example: '80' }),
  ADMIN_HOST: variableWithDefault(host, '127.0.0.1', { meaning: 'where /metrics is served', example: '0.0.0.0' }),
  ADMIN_PORT: optionalVariable(port, {
    meaning: `the port of /metrics; 0 turns it off. If unset and ${defaultAdminPort} is taken, /metrics is off too`,
    default: `${defaultAdminPort}`,
    example: '9464',
  }),
  SQLITE_FILE: optionalVariable(filePath, {
    meaning: 'keeps the animals in this SQLite file, created if it does not exist; not allowed with MONGODB_URI',
    default: 'none',
    example: './animals.db',
  }),
  MONGODB_URI: optionalVariable(mongodbUri, {
    meaning:
      'keeps the animals in MongoDB; without MONGODB_URI and SQLITE_FILE they are in memory, and lost when the process ends',
    default: 'none',
    example: 'mongodb://127.0.0.1:27017/animal-store?replicaSet=rs0',
  }),
  IDEMPOTENCY_RECORD_DAYS: optionalVariable(integer(1, 10_000, ' of days'), {
    meaning: 'how long a durable store keeps the record of an Idempotency-Key; set the same value on all instances',
    default: 'for ever',
    unit: 'days',
    example: '30',
  }),
  API_KEY: optionalVariable(apiKey, {
    meaning:
      'API key for the in-memory store, as printed by an earlier start; not allowed with SQLITE_FILE or MONGODB_URI',
    default: 'a new key',
    example: 'ask_<id>_<secret>_<checksum>',
  }),
  BASE_URL: optionalVariable(baseUrl, {
    meaning: 'the base URL of the API for clients, ending in /v1; links begin with it',
    default: '/v1',
    example: 'https://animals.example/v1',
  }),
  STAGING_BASE_URL: optionalVariable(baseUrl, {
    meaning: 'the base URL of the staging environment, for the OpenAPI document',
    default: 'none',
    example: 'https://staging.animals.example/v1',
  }),
  CORS_ORIGINS: optionalVariable(origins, {
    meaning: 'origins whose web pages may call the API, separated by commas',
    default: 'none',
    example: 'https://shop.example,https://admin.example',
  }),
  RATE_LIMIT: optionalVariable(rateLimit, {
    meaning: 'requests that each process accepts from one API key in a time; above that it returns 429',
    default: 'off',
    unit: 'requests/seconds',
    example: '600/60s',
  }),
  MAX_REQUESTS_IN_FLIGHT: variableWithDefault(integer(1, 1_000_000), requests.maxRequestsInFlight, {
    meaning: 'requests with a valid API key that each process handles at once; above that it returns 503',
    unit: 'requests',
    example: '200',
  }),
  MAX_BYTES_IN_FLIGHT: variableWithDefault(integer(1_048_576, 1_000_000_000_000), requests.maxBytesInFlight, {
    meaning: 'memory that request bodies and large responses may hold at once; above that the process returns 503',
    unit: 'bytes',
    example: '268435456',
  }),
  MAX_KEY_SHARE_PERCENT: variableWithDefault(integer(1, 100), requests.maxKeySharePercent, {
    meaning:
      'share of MAX_REQUESTS_IN_FLIGHT and MAX_BYTES_IN_FLIGHT that one API key may hold; above that it gets 429',
    unit: 'percent',
    example: '25',
  }),
  MAX_CONNECTIONS: variableWithDefault(integer(1, 1_000_000), server.maxConnections, {
    meaning: 'client connections at once; another one closes the oldest without a valid API key',
    unit: 'connections',
    example: '10000',
  }),
  LOG_LEVEL: variableWithDefault(oneOf(logLevels), 'info', {
    meaning: `how much is logged: ${logLevels.join(', ')}`,
    example: 'warn',
  }),
  SHUTDOWN_DELAY_MS: variableWithDefault(milliseconds, 0, {
    meaning: 'how long /readyz returns 503 before the service stops accepting connections',
    unit: 'milliseconds',
    example: '5000',
  }),
  SHUTDOWN_GRACE_MS: variableWithDefault(milliseconds, 10_000, {
    meaning: 'how long requests in flight may take once the service accepts no more connections',
    unit: 'milliseconds',
    example: '25000',
  }),
  GET_PET_AFTER_SUNSET: variableWithDefault(oneOf<AfterSunset>(['gone', 'serve']), 'gone', {
    meaning: 'GET /v1/pets/{petId} from 5 December 2030: gone (410) or serve (keeps working)',
    example: 'serve',
  }),
});

const fileExamples: Readonly<Record<(typeof secretVariables)[number], string>> = {
  MONGODB_URI: '/run/secrets/mongodb-uri',
  API_KEY: '/run/secrets/api-key',
};

const fileVariables = secretVariables.map((secret) => ({
  secret,
  name: fileVariable(secret),
  meaning: `a file that holds ${secret}, for example a mounted secret; not allowed together with ${secret}`,
  default: 'none',
  example: fileExamples[secret],
}));

/** Every variable with its description, in the order in which they are shown. */
export const variables: readonly (VariableDescription & { readonly name: string })[] = Object.entries(
  codec.type.props,
).flatMap(([name, { description }]) => [
  { name, ...description },
  ...fileVariables.filter(({ secret }) => secret === name).map(({ secret: _, ...variable }) => variable),
]);

// Rules about several variables look at the texts, so that they are told together with whatever else is wrong.
const contradictions = (environment: Texts): readonly string[] => {
  const stores = storeVariableNames.filter((name) => isSet(environment, name));
  return [
    ...(stores.length > 1 ? [`${stores.join(' and ')} must not be set together: there is one store`] : []),
    ...(isSet(environment, 'API_KEY') ? stores : []).map(
      (name) =>
        `API_KEY must not be set together with ${name}: the keys are in ${storeVariables[name]} (animal-store keys issue)`,
    ),
  ];
};

/**
 * Reads the configuration from environment variables, and secrets from the files that they name; an empty variable counts
 * as absent. The Left has a sentence for everything that is wrong, and never a value, which may be a secret.
 */
export const decodeConfiguration = (
  environment: Texts,
  readText: ReadText = readTextFile,
): E.Either<readonly string[], Configuration> => {
  const set: Texts = Object.fromEntries(Object.entries(environment).filter(([, text]) => text !== ''));
  const { environment: texts, problems } = readSecretFiles(set, readText);
  const nameOf = (path: string): string =>
    set[fileVariable(path)] === undefined ? path : `${path}, read from ${fileVariable(path)},`;
  const further = [...problems, ...contradictions(set)];
  return F.pipe(
    codec.decode(texts),
    E.mapLeft((errors) => toViolations(errors).map(({ path, message }) => `${nameOf(path)} ${message}`)),
    E.mapLeft((sentences) => [...sentences, ...further]),
    E.filterOrElse(
      () => further.length === 0,
      () => further,
    ),
  );
};
