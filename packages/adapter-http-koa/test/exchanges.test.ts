import { inspect, isDeepStrictEqual } from 'node:util';
import type { Authenticate } from '@animal-store/access';
import type { AnimalStore } from '@animal-store/domain';
import { unproducedResponses } from '@animal-store/testkit/openapi/check-against-document';
import { expect, it } from 'vitest';
import { errorStatuses } from '../src/api-error.ts';
import type { HttpOptions } from '../src/index.ts';
import { exchanges, hostile, secret } from './exchanges.ts';
import { credential, knowsOneKey, storeWith, unavailable } from './fake-ports.ts';
import { document, expectDescribed, type TextResponse } from './raw-connection.ts';
import { commonHeaders, errorBody, jsonHeaders, operations, spell, withKey } from './spell-request.ts';
import { type ApiSetting, startApi, startConnected } from './start-api.ts';

const named = (headers: TextResponse['headers'], names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, headers[name]]));

const codeOf = (status: number): string => Object.entries(errorStatuses).find(([, own]) => own === status)?.[0] ?? '';

const produced = new Set<string | undefined>();

it.each(exchanges.map((exchange) => ({ ...exchange, line: exchange.request.split('\r\n', 1)[0] })))(
  'gets $status, and one report that contains nothing of the request: $line',
  async ({ request, status, content, code = codeOf(status), headers, closes = false, report, ports, options }) => {
    const begin = performance.now();
    const { api, connection: client } = await startConnected({ ports, options });
    const response = await client.request(request);
    expect(response.status).toBe(status);
    const isError = status >= 400;
    const body = isError ? errorBody(code, `${content}`, status) : content;
    if (body !== undefined) expect(response.body).toBe(body);
    const ofBody = body === undefined || body === '' ? {} : { 'content-type': 'application/json' };
    const [connection, keepAlive] = closes ? ['close'] : ['keep-alive', 'timeout=65'];
    const wanted = { ...commonHeaders(expect.any(String)), ...ofBody, ...headers, connection, 'keep-alive': keepAlive };
    expect(named(response.headers, Object.keys(wanted))).toEqual(wanted);
    expect(JSON.stringify(response)).not.toContain(secret);

    // A request on another connection. A second report of the first request would come before the report of this one.
    await api.request(spell('GET /livez', ['X-Request-Id: other']));
    const [first, second] = await api.reports(2);
    expect(first).toEqual({
      requestId: response.headers['x-request-id'],
      method: request.split(' ', 1)[0],
      status,
      duration: expect.any(Number),
      aborted: false,
      ...report,
    });
    expect(first?.duration).toBeGreaterThan(0);
    expect(first?.duration).toBeLessThan(performance.now() - begin);
    expect([second?.requestId, api.reported.length]).toEqual(['other', 2]);
    const everything = inspect(first, { depth: Number.POSITIVE_INFINITY, showHidden: true });
    for (const sent of [hostile, credential]) expect(everything).not.toContain(sent);
    if (closes) expect(await client.rest()).toBe('');
    produced.add(expectDescribed(request, response));
  },
);

const hasty: ApiSetting = { limits: { headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 50 } };
const strict: ApiSetting = { options: { rateLimit: { requests: 1, seconds: 3_600 } } };
const withoutStore: ApiSetting = { ports: { authenticate: () => unavailable } };
const broken: ApiSetting = { ports: { authenticate: () => () => Promise.reject(new Error('a bug')) } };

const invalidMessage = { $ref: '#/components/responses/InvalidMessage' };

/** The 400 of operations that also check a query or a body, which a malformed message does not show. */
const ownFaults: ReadonlySet<string> = new Set(
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses }]) =>
      isDeepStrictEqual(responses['400'], invalidMessage) ? [] : `${method.toUpperCase()} ${path} 400`,
    ),
  ),
);

/** The responses that do not depend on what a request asks for. */
const commonRows = [
  ...operations.map(({ method, path, target }) => [`${method} ${path}`, `${method} ${target(1n)}`] as const),
  ['options', 'OPTIONS /v1/pets'],
  ['otherMethods', 'MKCALENDAR /v1/pets/1'],
  ['otherPaths', 'GET /v1/cats'],
].flatMap(([name = '', line = '']): readonly (readonly [string, string, ApiSetting?])[] => {
  const request = spell(line, [withKey]);
  const longExtension = `1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`;
  return [
    [`${name} 400`, request.replace('localhost', 'a b')],
    [`${name} 401`, spell(line)],
    [`${name} 408`, request.slice(0, -2), hasty],
    [`${name} 413`, spell(line, [withKey, 'Transfer-Encoding: chunked'], longExtension)],
    [`${name} 417`, spell(line, [withKey, 'Expect: more'])],
    [`${name} 429`, request, strict],
    [`${name} 431`, spell(line, [withKey, `X-Large: ${'x'.repeat(20_000)}`])],
    [`${name} 500`, request, broken],
    [`${name} 503`, request, withoutStore],
  ];
});

it.for(commonRows)('gets %s as the document says', async ([name, request, setting]) => {
  const { connection } = await startConnected(setting);
  if (setting === strict) await connection.request(spell('GET /v1/pets', [withKey]));
  const response = await connection.request(request);
  expect(expectDescribed(request, response)).toBe(name);
  if (!ownFaults.has(name)) produced.add(name);
});

const origin = 'https://shop.example';

/** A value for every option, so that no header of all responses has a default value on some of them. */
const options: { readonly [Name in keyof HttpOptions]-?: NonNullable<HttpOptions[Name]> } = {
  base: '/shop/v1',
  stagingBase: '/staging/v1',
  getPetAfterSunset: 'serve',
  localUrl: () => 'http://127.0.0.1:8080',
  corsOrigins: [origin],
  corsHeaders: ['X-Tenant'],
  maxRequestsInFlight: 7,
  rateLimit: { requests: 7, seconds: 60 },
};

const preflight = ['Access-Control-Request-Method: GET'];
const file = { 'cache-control': 'no-cache' };

type Kind = readonly [kind: string, request: string, status: number, own?: TextResponse['headers']];

/** A request for each kind of response, with the values that are different on it. */
const kinds: readonly Kind[] = [
  ['success', spell('GET /v1/pets', [withKey]), 200],
  ['the methods of a path', spell('OPTIONS /v1/pets', [withKey]), 204],
  ['a malformed message', spell('GET /v1/pets').replace('localhost', 'a b'), 400],
  ['no key', spell('GET /v1/pets'), 401],
  ['nothing', spell('GET /nothing'), 404],
  ['another method', spell('PUT /v1/pets', [withKey]), 405],
  ['a large body', spell('POST /v1/pets', jsonHeaders('Content-Length: 99999')), 413],
  ['a bug', spell('GET /v1/pets/1', [withKey]), 500],
  ['no store', spell('GET /v1/pets', ['Authorization: Bearer other']), 503],
  ['a preflight', spell('OPTIONS /v1/pets', [`Origin: ${origin}`, ...preflight]), 204],
  ['a refused preflight', spell('OPTIONS /v1/pets', ['Origin: https://other.example', ...preflight]), 401],
  ['a message that is not HTTP', 'noise\r\n\r\n', 400],
  ['a large header', spell('GET /v1/pets', [`X: ${'x'.repeat(20_000)}`]), 431],
  [
    'a large chunk extension',
    spell('POST /v1/pets', jsonHeaders('Transfer-Encoding: chunked'), `1;${'x'.repeat(20_000)}`),
    413,
  ],
  ['the document', spell('GET /openapi.json'), 200, file],
  ['a file that has not changed', spell('GET /openapi.json', ['If-None-Match: *']), 304, file],
  ['the page', spell('GET /docs'), 200, file],
];

it.for(kinds)('has the headers of all responses, with the same values, on %s', async ([, request, status, own]) => {
  const getPet: AnimalStore['getPet'] = () => () => Promise.reject(new Error('a bug'));
  const authenticate: Authenticate = (sent) => (sent === credential ? knowsOneKey(sent) : unavailable);
  const api = await startApi({ options, ports: { authenticate, store: storeWith({ getPet }) } });
  const names = Object.keys(commonHeaders(undefined));
  const common = named((await api.request(spell('GET /livez'))).headers, names);
  expect(common).toEqual(commonHeaders(expect.any(String)));
  const response = await api.request(request);
  expect(response.status).toBe(status);
  expect(named(response.headers, names)).toEqual({ ...common, 'x-request-id': expect.any(String), ...own });
});

it('has produced every response of the document', () => {
  expect(unproducedResponses(document, produced as ReadonlySet<string>)).toEqual([]);
});
