import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../src/message/error-codes.ts';
import { exchanges, hostile } from './exchanges.ts';
import { failures, secret } from './failures.ts';
import { credential } from './fake-ports.ts';
import { createMountedApi, type Form, forms } from './forms.ts';
import type { TextResponse } from './raw-connection.ts';
import { errorBody, spell } from './spell-request.ts';
import { type RunningApi, startApi, startConnected } from './start-api.ts';

const holdIn = ({ isMounted, isPlain }: Form) =>
  [...exchanges, ...failures]
    .filter(({ notMounted, notOnNode }) => !(isMounted && notMounted) && !(isPlain && notOnNode))
    .map((exchange) => ({ ...exchange, line: exchange.request.split('\r\n', 1)[0] }));

const named = (headers: TextResponse['headers'], names: readonly string[]): unknown =>
  Object.fromEntries(names.map((name) => [name, headers[name]]));

const codeOf = (status: number): string =>
  Object.entries(errorCodes).find(([, meaning]) => meaning.status === status)?.[0] ?? '';

const methodOf = (request: string): string => request.slice(0, request.indexOf(' '));

describe.each(forms)('as $name', (form) => {
  it.each(holdIn(form))(
    'gets $status, and one report that contains nothing of the request: $line',
    async ({ request, status, message, code = codeOf(status), headers, closes = false, report, ports }) => {
      const begin = performance.now();
      const { api, connection } = await startConnected({ ...form.setting, ...(ports && { ports }) });
      const response = await connection.request(request);
      expect(response.status).toBe(status);
      if (message === undefined) expect(status).toBeLessThan(400);
      else expect(response.body).toBe(errorBody(code, message, status));
      const common = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
      const ofError = message === undefined ? {} : { 'content-type': 'application/json' };
      const wanted = { ...common, ...ofError, ...headers, connection: closes ? 'close' : 'keep-alive' };
      expect(named(response.headers, Object.keys(wanted))).toEqual(wanted);
      expect(JSON.stringify(response)).not.toContain(secret);

      // A request on another connection. A second report of the first request would come before the report of this one.
      await api.request(spell('GET /livez', ['X-Request-Id: other']));
      const [first, second] = await api.reports(2);
      expect(first).toStrictEqual({
        requestId: response.headers['x-request-id'],
        method: methodOf(request),
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
      if (closes) expect(await connection.rest()).toBe('');
    },
  );
});

const origin = 'https://shop.example';

const furtherHeaders = [
  [],
  [`Origin: ${origin}`, 'Accept-Encoding: gzip'],
  [`Origin: ${origin}`, 'Access-Control-Request-Method: GET', 'Host: two'],
  ['Origin: https://other.example', 'If-None-Match: *', 'Connection: close'],
  ['Idempotency-Key: one', 'traceparent: 00-1-2-3'],
  ['Expect: 100-continue'],
  ['Expect: more', 'Authorization: Basic eDp5'],
  ['Connection: upgrade', 'Upgrade: h2c'],
];

const withHeaders = (request: string, headers: readonly string[]): string =>
  request.replace('\r\n', () => ['', 'X-Request-Id: same', ...headers, ''].join('\r\n'));

/** Sends a request and reads the responses up to the final one. */
const send = async (api: RunningApi, bytes: string): Promise<readonly TextResponse[]> => {
  const connection = await api.open();
  await connection.send(bytes);
  const responses: TextResponse[] = [];
  do responses.push(await connection.readResponse(methodOf(bytes)));
  while (responses.at(-1)?.status === 100);
  connection.reset();
  return responses.map(({ headers: { date, ...headers }, ...response }) => ({ ...response, headers }));
};

it.each(furtherHeaders)(
  'a middleware responds and reports like a listener, with the headers %j',
  async (...headers) => {
    const options = { corsOrigins: [origin] };
    const apis = [await startApi({ options }), await startApi({ options, create: createMountedApi })];
    const shared = exchanges.filter(({ notMounted }) => notMounted === undefined);
    for (const [index, { request }] of shared.entries()) {
      const [listener, middleware] = await Promise.all(
        apis.map(async (api) => {
          const responses = await send(api, withHeaders(request, headers));
          const { duration, ...report } = (await api.reports(index + 1)).at(-1) ?? {};
          return { responses, report };
        }),
      );
      expect(middleware).toEqual(listener);
    }
  },
);
