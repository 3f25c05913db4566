import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { errorCodes } from '../src/message/error-codes.ts';
import { exchanges, hostile } from './exchanges.ts';
import { failures, secret } from './failures.ts';
import { credential } from './fake-ports.ts';
import type { TextResponse } from './raw-connection.ts';
import { errorBody, spell } from './spell-request.ts';
import { startConnected } from './start-api.ts';

const named = (headers: TextResponse['headers'], names: readonly string[]): unknown =>
  Object.fromEntries(names.map((name) => [name, headers[name]]));

const codeOf = (status: number): string =>
  Object.entries(errorCodes).find(([, meaning]) => meaning.status === status)?.[0] ?? '';

const methodOf = (request: string): string => request.slice(0, request.indexOf(' '));

it.each([...exchanges, ...failures].map((exchange) => ({ ...exchange, line: exchange.request.split('\r\n', 1)[0] })))(
  'gets $status, and one report that contains nothing of the request: $line',
  async ({ request, status, message, code = codeOf(status), headers, closes = false, report, ports }) => {
    const begin = performance.now();
    const { api, connection: client } = await startConnected(ports && { ports });
    const response = await client.request(request);
    expect(response.status).toBe(status);
    if (message === undefined) expect(status).toBeLessThan(400);
    else expect(response.body).toBe(errorBody(code, message, status));
    const common = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
    const ofError = message === undefined ? {} : { 'content-type': 'application/json' };
    const [connection, keepAlive] = closes ? ['close'] : ['keep-alive', 'timeout=65'];
    const wanted = { ...common, ...ofError, ...headers, connection, 'keep-alive': keepAlive };
    expect(named(response.headers, Object.keys(wanted))).toEqual(wanted);
    expect(JSON.stringify(response)).not.toContain(secret);

    // A request on another connection. A second report of the first request would come before the report of this one.
    await api.request(spell('GET /livez', ['X-Request-Id: other']));
    const [first, second] = await api.reports(2);
    expect(first).toEqual({
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
    if (closes) expect(await client.rest()).toBe('');
  },
);
