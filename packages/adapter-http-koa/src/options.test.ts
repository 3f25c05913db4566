import Koa from 'koa';
import { expect, it } from 'vitest';
import { fakePorts } from '../test/fake-ports.ts';
import { createApp, createHttpServer, type HttpOptions, optionBounds, type ServerLimits } from './index.ts';
import { serverLimits } from './server/create-http-server.ts';

const ports = fakePorts(() => undefined, {});
const create = (options: object) => () =>
  createApp(ports, { base: '/v1', getPetAfterSunset: 'gone', ...options } as HttpOptions);

const ignore = (): void => undefined;
const serve = (limits: object) => () =>
  createHttpServer(new Koa(), { onError: ignore, onRefusedMessage: ignore }, limits);

const beyond = (name: string, [min, max]: readonly [number, number]): readonly (readonly [number, string])[] => [
  [min - 1, `${name} must be at least ${min}, not ${min - 1}`],
  [max + 1, `${name} must be at most ${max}, not ${max + 1}`],
  ...[1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31].map((value): readonly [number, string] => [
    value,
    Number.isInteger(value)
      ? `${name} must be at most ${max}, not ${value}`
      : `${name} must be an integer, not ${value}`,
  ]),
];

const { maxRequestsInFlight, rateLimitRequests: requests, rateLimitSeconds: seconds } = optionBounds;

type Refused = readonly (readonly [value: unknown, message: string])[];

/** The values that each option refuses, or why it takes each value of its type. */
const refused: Readonly<Record<keyof HttpOptions, Refused | string>> = {
  base: ['', '/', 'v1', '/v2', '/v1/', '/v1?x', '//v1', '/a b/v1', '/<>/v1', 'ftp://a.test/v1', 'http://a.test/v2'].map(
    (base) => [base, 'base must be a path or an http or https URL in ASCII, ending in /v1'],
  ),
  stagingBase: [['https://staging.test', 'stagingBase must be a URL that ends in /v1']],
  getPetAfterSunset: [['later', "getPetAfterSunset must be 'gone' or 'serve'"]],
  localUrl: 'any function, because it is called only when the document is requested',
  corsOrigins: [[['*'], 'corsOrigins must be origins as browsers send them, such as https://shop.example']],
  corsHeaders: [
    [['a b'], 'corsHeaders must be names of header fields'],
    [['x-tenant'], 'corsHeaders must be given together with corsOrigins'],
  ],
  maxRequestsInFlight: beyond('maxRequestsInFlight', maxRequestsInFlight),
  rateLimit: [
    ...beyond('rateLimit.requests', requests).map(
      ([value, message]) => [{ requests: value, seconds: 1 }, message] as const,
    ),
    ...beyond('rateLimit.seconds', seconds).map(
      ([value, message]) => [{ requests: 1, seconds: value }, message] as const,
    ),
  ],
};

it.each(
  Object.entries(refused).flatMap(([name, values]) =>
    typeof values === 'string' ? [] : values.map(([value, message]) => [name, value, message] as const),
  ),
)('createApp refuses the %s %j', (name, value, message) => {
  expect(create({ [name]: value })).toThrow(message);
});

it.each<Partial<HttpOptions>>([
  { maxRequestsInFlight: 1, rateLimit: { requests: 1, seconds: 1 } },
  { maxRequestsInFlight: 1_000_000, rateLimit: { requests: 999_999_999, seconds: 99_999 } },
  ...['/v1', '/a/b/v1', 'http://a.test/v1', 'https://a.test:8443/b%20c/v1', 'http://[::1]:80/v1'].map((base) => ({
    base,
  })),
])('createApp takes %j', (options) => {
  expect(create(options)).not.toThrow();
});

const limits = Object.keys(serverLimits) as (keyof ServerLimits)[];

it.each(
  limits.flatMap((name) => beyond(name, optionBounds[name]).map(([value, message]) => [name, value, message] as const)),
)('createHttpServer refuses %s %d', (name, value, message) => {
  expect(serve({ [name]: value })).toThrow(message);
});

it.each([
  [{ requestTimeout: 9_999 }, 'headersTimeout must be at most requestTimeout'],
  [{ timeout: 31_000 }, 'timeout must be greater than requestTimeout and connectionsCheckingInterval together'],
])('createHttpServer refuses limits of which one would have no effect: %j', (some, message) => {
  expect(serve(some)).toThrow(message);
});

it.each([{}, { timeout: 31_001 }, { keepAliveTimeout: 1, maxConnections: 1 }])('createHttpServer takes %j', (some) => {
  expect(serve(some)).not.toThrow();
});

it.each([-1, 3_600_001, 1.5])('a server refuses to stop with the grace %d', async (grace) => {
  await expect(serve({})().stop(grace)).rejects.toThrow(RangeError);
});
