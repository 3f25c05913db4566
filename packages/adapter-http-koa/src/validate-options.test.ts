import { createRequire } from 'node:module';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakePorts, storeWith } from '../test/fake-ports.ts';
import { noReports } from '../test/no-reports.ts';
import { createHttpApi, createHttpApiMiddleware, createHttpServer, type HttpApiOptions } from './index.ts';
import { validateNodeVersion } from './validate-options.ts';

const baseRule = 'must be a path or an http(s) URL in ASCII that ends in /v1, without user, query and fragment';
const rateRule = 'must have integers from 1 on: requests, and seconds up to 2147483';

const valid: HttpApiOptions = { base: '/v1', getPetAfterSunset: 'gone' };

// Programs without type checks can pass invalid options.
const createApi = (changed: object): unknown => {
  return createHttpApi(
    fakePorts(() => undefined, {}),
    { ...valid, ...changed },
  );
};

const createServer = (changed: object): unknown => createHttpServer(() => undefined, noReports, changed);

describe('createHttpApi', () => {
  it('names all invalid options at once', () => {
    const invalid = {
      base: 'animals',
      stagingBase: '//staging.test/v1',
      maxRequestsInFlight: Number.NaN,
      rateLimit: { requests: -1, seconds: 0 },
    };
    expect(() => createApi(invalid)).toThrow(
      new RangeError(
        `createHttpApi: base ${baseRule}; stagingBase ${baseRule}; ` +
          `maxRequestsInFlight must be an integer between 1 and 9007199254740991; rateLimit ${rateRule}`,
      ),
    );
  });

  const integerRule = 'must be an integer between 1 and 9007199254740991';

  it.each<readonly [changed: object, FaultOf: typeof TypeError | typeof RangeError, rule: string]>([
    [{ base: undefined }, TypeError, `base ${baseRule}`],
    [{ base: ['/v1'] }, TypeError, `base ${baseRule}`],
    [{ stagingBase: null }, TypeError, `stagingBase ${baseRule}`],
    [{ maxRequestsInFlight: '8' }, TypeError, `maxRequestsInFlight ${integerRule}`],
    [{ rateLimit: '600/60s' }, TypeError, `rateLimit ${rateRule}`],
    [{ getPetAfterSunset: true }, TypeError, 'getPetAfterSunset must be one of gone, serve'],
    [{ getPetAfterSunset: 'never' }, RangeError, 'getPetAfterSunset must be one of gone, serve'],
    [{ maxRequestsInFlight: 0 }, RangeError, `maxRequestsInFlight ${integerRule}`],
    ...[null, {}, { requests: 1, seconds: 2_147_484 }, { requests: 1.5, seconds: 1 }].map(
      (rateLimit) => [{ rateLimit }, RangeError, `rateLimit ${rateRule}`] as const,
    ),
    ...[
      ...['', '/v2', '/v1/', '//evil.test/v1', '/shop?/v1', 'https://u:p@a.test/v1', 'https://a.test/v1#x', '/a>/v1'],
      ...['ftp://a.test/v1', 'https://[a.test/v1'],
    ].map((base) => [{ base }, RangeError, `base ${baseRule}`] as const),
  ])('refuses %j: %#', (changed, FaultOf, rule) => {
    expect(() => createApi(changed)).toThrow(new FaultOf(`createHttpApi: ${rule}`));
  });

  it.each([
    { corsOrigins: { 0: 'https://shop.example' } },
    { corsOrigins: ['https://shop.example', 7] },
    { corsOrigins: ['https://shop.example/'] },
  ])('refuses %j', (changed) => {
    expect(() => createApi(changed)).toThrow(RangeError);
  });

  it.each([
    { rateLimit: { requests: Number.MAX_SAFE_INTEGER, seconds: 2_147_483 }, maxKeySharePercent: 100 },
    { stagingBase: undefined, rateLimit: undefined, corsOrigins: ['https://shop.example'] },
    ...['/v1', '/shop/v1', 'https://api.test/v1', 'http://[::1]:8080/shop/v1'].map((base) => ({ base })),
  ])('accepts %j', (changed) => {
    expect(() => createApi(changed)).not.toThrow();
  });
});

describe('the ports of createHttpApi', () => {
  const ports = fakePorts(() => undefined, {});

  it.each([undefined, null, {}])('are named all at once if they are missing: %o', (none) => {
    const rules = [
      `store must be an object with the functions ${Object.keys(storeWith({})).toSorted().join(', ')}`,
      'authenticate must be a function',
      'clock must be an object with the functions now',
      'isReady must be a function',
    ];
    expect(() => createHttpApi(none as never, valid)).toThrow(
      new TypeError(`createHttpApi: ${[...rules, 'report must be a function'].join('; ')}`),
    );
    expect(() => createHttpApiMiddleware(none as never, valid)).toThrow(
      new TypeError(`createHttpApiMiddleware: ${rules.join('; ')}`),
    );
  });

  it.each([
    { store: null },
    { store: { ...ports.store, getPet: undefined } },
    { authenticate: {} },
    { recognize: 'no' },
    { clock: { now: 7 } },
    { isReady: true },
    { report: null },
  ])('are refused by their type: %o', (changed) => {
    const invalid = { ...ports, ...changed } as never;
    const rule = new RegExp(`^createHttpApi: ${Object.keys(changed)[0]} must be [^;]*$`);
    expect(() => createHttpApi(invalid, valid)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(rule) }),
    );
    expect(() => createHttpApi(invalid, valid)).toThrow(TypeError);
  });
});

describe('createHttpServer', () => {
  it('names all invalid limits at once', () => {
    expect(() => createServer({ headersTimeout: -1, keepAliveTimeout: 2 ** 31, requestTimeout: '30s' })).toThrow(
      new TypeError(
        `createHttpServer: ${['headersTimeout', 'requestTimeout', 'keepAliveTimeout']
          .map((name) => `${name} must be an integer between 0 and 2147483647`)
          .join('; ')}`,
      ),
    );
  });

  it('accepts 0, which turns a limit off', () => {
    expect(() => createServer({ headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 })).not.toThrow();
  });
});

it.each([
  ['24.15.9', createHttpApi],
  ['24.9.0', createHttpApiMiddleware],
  ['9.11.2', createHttpApi],
])('the API refuses Node.js %s with one sentence', (version, create) => {
  vi.stubGlobal('process', { versions: { node: version } });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(() => create({} as never, valid)).toThrow(
    new Error(`The HTTP API needs Node.js 24.16.0 or newer, and this is Node.js ${version}`),
  );
});

it('the API takes every Node.js that its package.json names', () => {
  const { engines } = createRequire(import.meta.url)('../package.json');
  expect(engines).toEqual({ node: '>=24.16.0' });
  for (const version of ['24.16.0', '24.100.0', '100.0.0']) expect(() => validateNodeVersion(version)).not.toThrow();
});
