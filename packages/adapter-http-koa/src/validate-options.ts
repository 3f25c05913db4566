import { apiPath } from './api-path.ts';
import { isOrigin } from './cross-origin.ts';
import type { RequestLimits, ServerLimits } from './limits.ts';
import type { OpenApiOptions } from './openapi-document.ts';
import { operations } from './operations/operations.ts';
import { integer, isIntegerBetween, oneOf, optional, type Rule, type Rules, validate } from './option-rules.ts';
import type { HttpApiMiddlewarePorts, HttpApiOptions, HttpApiPorts } from './options.ts';

// A base is part of headers, which contain visible ASCII only, and of links, which `<`, `>` and `"` would end.
const absoluteBase = new RegExp(String.raw`^https?://[!$-;=A-[\]_a-z~]+${apiPath}$`);
const pathBase = new RegExp(`^(?:/[!$-.0-;=A-Z_a-z~]+)*${apiPath}$`);

const base: Rule = {
  type: 'string',
  text: `must be a path or an http(s) URL in ASCII that ends in ${apiPath}, without user, query and fragment`,
  allows: (value) => {
    const text = String(value);
    return pathBase.test(text) || (absoluteBase.test(text) && URL.canParse(text));
  },
};

const openApiRules: Rules<OpenApiOptions> = { base, stagingBase: optional(base) };

// A longer delay overflows the timers of Node.js, which then fire immediately.
const longestDelay = 2 ** 31 - 1;
const longestWindow = Math.floor(longestDelay / 1_000);

const rateLimit: Rule = {
  type: 'object',
  text: `must have integers from 1 on: requests, and seconds up to ${longestWindow}`,
  allows: (value) => {
    const { requests, seconds } = { ...(value as object | null) } as Readonly<Record<string, unknown>>;
    return isIntegerBetween(requests, 1, Number.MAX_SAFE_INTEGER) && isIntegerBetween(seconds, 1, longestWindow);
  },
};

const origins: Rule = {
  type: 'object',
  text: 'must be an array of http(s) origins, without path or wildcard',
  allows: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string' && isOrigin(item)),
};

const count = integer(1, Number.MAX_SAFE_INTEGER);

const aFunction: Rule = { type: 'function', text: 'must be a function', allows: () => true };

const port = (...functions: readonly string[]): Rule => ({
  type: 'object',
  text: `must be an object with the functions ${functions.join(', ')}`,
  allows: (value) => functions.every((name) => typeof Object(value)[name] === 'function'),
  isPort: true,
});

const httpApiRules: Rules<HttpApiMiddlewarePorts & HttpApiOptions> = {
  store: port(...operations.map(({ operationId }) => operationId).toSorted()),
  authenticate: aFunction,
  recognize: optional(aFunction),
  keepPetTexts: optional(aFunction),
  clock: port('now'),
  isReady: aFunction,
  report: optional(aFunction),
  ...openApiRules,
  maxRequestsInFlight: count,
  maxUnauthenticatedInFlight: count,
  maxBytesInFlight: count,
  maxKeySharePercent: integer(1, 100),
  maxBytesBeingRead: count,
  maxListWait: integer(0, longestDelay),
  rateLimit: optional(rateLimit),
  corsOrigins: optional(origins),
  getPetAfterSunset: oneOf('gone', 'serve'),
};

const serverRules: Rules<ServerLimits> = {
  headersTimeout: integer(0, longestDelay),
  requestTimeout: integer(0, longestDelay),
  keepAliveTimeout: integer(0, longestDelay),
  connectionsCheckingInterval: integer(1, longestDelay),
  responseTimeout: integer(1, longestDelay),
  maxConnections: count,
  maxKnownPercent: integer(1, 100),
  maxKeySharePercent: integer(1, 100),
  maxUnansweredRead: count,
  maxUnanswered: count,
  maxUnansweredInAll: count,
  strangers: oneOf('limited', 'trusted'),
  unauthenticatedRate: count,
  maxBytesWithoutKey: count,
  maxUnreadStaticBytes: count,
};

const oldestNode = '24.16.0';

/**
 * Throws an `Error` if Node.js is older than `engines` of package.json: before 24.16 it does not close the responses that
 * wait on a lost connection (nodejs/node#62534), so their slots would never become free.
 */
export const validateNodeVersion = (version: string): void => {
  if (version.localeCompare(oldestNode, 'en', { numeric: true }) >= 0) return;
  throw new Error(`The HTTP API needs Node.js ${oldestNode} or newer, and this is Node.js ${version}`);
};

/** Throws a `TypeError` or `RangeError` that names every invalid port and option of `createHttpApi` with its rule. */
export const validateHttpApi: (input: HttpApiPorts & HttpApiOptions & RequestLimits) => void = validate<
  HttpApiPorts & HttpApiOptions
>('createHttpApi', { ...httpApiRules, report: aFunction });

/**
 * Throws a `TypeError` or `RangeError` that names every invalid port and option of `createHttpApiMiddleware` with its
 * rule.
 */
export const validateHttpApiMiddleware: (input: HttpApiMiddlewarePorts & HttpApiOptions & RequestLimits) => void =
  validate('createHttpApiMiddleware', httpApiRules);

/** Throws a `TypeError` or `RangeError` that names every invalid limit of `createHttpServer` with its rule. */
export const validateServerLimits: (limits: ServerLimits) => void = validate('createHttpServer', serverRules);
