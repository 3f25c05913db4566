import { inspect } from 'node:util';
import { unproducedResponses } from '@animal-store/testkit/openapi/check-against-document';
import { expect, it } from 'vitest';
import { errorStatuses } from '../src/api-error.ts';
import { exchanges, hostile, secret } from './exchanges.ts';
import { credential, unavailable } from './fake-ports.ts';
import { document, expectDescribed, type TextResponse } from './raw-connection.ts';
import { errorBody, operations, spell, withKey } from './spell-request.ts';
import { type ApiSetting, startConnected } from './start-api.ts';

const named = (headers: TextResponse['headers'], names: readonly string[]): unknown =>
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
    const common = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
    const ofBody = body === undefined || body === '' ? {} : { 'content-type': 'application/json' };
    const [connection, keepAlive] = closes ? ['close'] : ['keep-alive', 'timeout=65'];
    const wanted = { ...common, ...ofBody, ...headers, connection, 'keep-alive': keepAlive };
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
  produced.add(name);
});

it('has produced every response of the document', () => {
  expect(unproducedResponses(document, produced as ReadonlySet<string>)).toEqual([]);
});
