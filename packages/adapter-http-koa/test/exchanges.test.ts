import { METHODS } from 'node:http';
import { inspect, isDeepStrictEqual } from 'node:util';
import { unproducedResponses } from '@animal-store/testkit/openapi/check-against-document';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type ApiError, errorStatuses } from '../src/api-error.ts';
import { errors } from '../src/errors.ts';
import { hostile, secret } from './exchange.ts';
import { exchanges } from './exchanges.ts';
import { credential } from './fake-ports.ts';
import { bodyChecks, guards, startGuarded, targets } from './guards.ts';
import { document, expectDescribed } from './open-connection.ts';
import { allowed, commonHeaders, errorBody, spell, targetOf, withKey } from './spell-request.ts';
import { startApi, startConnected } from './start-api.ts';

/** The responses of the document that were produced. */
const produced = new Set<string | undefined>();
/** The names of the errors that no request has made, and the bodies of those that some has. */
const unmade = new Set(Object.keys(errors));
const sent = new Set<string>();

beforeAll(() => {
  for (const [name, make] of Object.entries<(...given: never[]) => ApiError>(errors))
    vi.spyOn(errors, name as keyof typeof errors).mockImplementation((...given: unknown[]) => {
      const error = make(...(given as never[]));
      sent.add(error.json);
      unmade.delete(name);
      return error;
    });
});
afterAll(() => void vi.restoreAllMocks());

const rows = exchanges.map((exchange) => ({ ...exchange, line: exchange.request.split('\r\n', 1)[0] }));

it.each(rows)('gets $status: $line', async ({ request, status, json, headers, closes = false, ports }) => {
  const { connection } = await startConnected({ ports });
  const response = await connection.request(request);
  expect(response.status).toBe(status);
  if (json !== undefined) expect(response.body).toBe(json);
  const wanted: Readonly<Record<string, unknown>> = {
    ...commonHeaders(expect.any(String)),
    ...(json && { 'content-type': 'application/json' }),
    ...headers,
    ...(closes ? { connection: 'close' } : { connection: 'keep-alive', 'keep-alive': 'timeout=65' }),
  };
  const received = Object.keys(wanted).map((name) => [name, response.headers[name]]);
  expect(Object.fromEntries(received)).toEqual(wanted);
  expect(JSON.stringify(response)).not.toContain(secret);
  if (closes) expect(await connection.rest()).toBe('');
  produced.add(expectDescribed(request, response));
});

it.each(rows)('is reported once, without text of the client: $line', async ({ request, status, report, ports }) => {
  const begin = performance.now();
  const api = await startApi({ ports });
  const { headers } = await api.request(request);
  // A second report of this request would come before that of the next one.
  await api.request(spell('GET /livez', ['X-Request-Id: other']));
  const [first, second] = await api.reports(2);
  expect([second?.requestId, api.reported.length]).toEqual(['other', 2]);
  expect(first).toEqual({
    requestId: headers['x-request-id'],
    method: request.split(' ', 1)[0],
    status,
    duration: expect.any(Number),
    aborted: false,
    ...report,
  });
  expect(first?.duration).toBeGreaterThan(0);
  expect(first?.duration).toBeLessThan(performance.now() - begin);
  const everything = inspect(first, { depth: Number.POSITIVE_INFINITY, showHidden: true });
  for (const text of [hostile, credential]) expect(everything).not.toContain(text);
});

it.each(rows)('needs a key, unless its message is malformed or it is open to all: $line', async (row) => {
  const { request, status, needsNoKey, ports } = row;
  const api = await startApi({ ports });
  const withoutKey = request.replaceAll(/^authorization: .*\r\n/gim, '');
  expect((await api.request(withoutKey)).status).toBe(needsNoKey ? status : 401);
});

const invalidMessage = { $ref: '#/components/responses/InvalidMessage' };

/** The 400 of operations that also check a query or a body, which a malformed message does not show. */
const ownFaults: ReadonlySet<string> = new Set(
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { responses }]) =>
      isDeepStrictEqual(responses['400'], invalidMessage) ? [] : `${method.toUpperCase()} ${path} 400`,
    ),
  ),
);

const guarded = guards.flatMap((guard) =>
  targets.map((target) => ({ ...guard, ...target, what: guard.error.message })),
);

it.for(guarded)(
  'refuses $line before all that the guards below refuse: $what',
  async ({ name, line, route, ...guard }) => {
    const { api, connection, gate } = await startGuarded(guard);
    onTestFinished(() => gate.open());
    const request = guard.spell(line);
    const response = await connection.request(request);
    const { status, json, details } = guard.error;
    expect([response.status, response.body]).toEqual([status, json]);
    const described = `${name} ${status}`;
    expect(expectDescribed(request, response)).toBe(described);
    if (!ownFaults.has(described)) produced.add(described);
    const requestId = response.headers['x-request-id'];
    const { refusal, failure, authenticationFailure } = details;
    const report = await api.reportOf(requestId);
    // The server itself responds to what is not an HTTP request, and reports less of it.
    const isRequest = api.refused.length === 0;
    const more = isRequest ? { route, refusal, failure, authenticationFailure } : {};
    expect(report).toEqual(expect.objectContaining({ requestId, status, ...more }));
  },
);

const bodies = targets.flatMap(({ line, body }) =>
  body === undefined ? [] : bodyChecks(body.mediaType).map((check) => ({ line, ...check, what: check.error.message })),
);

it.for(bodies)('refuses the body of $line before all that the checks below refuse: $what', async (row) => {
  const { status, json: body } = row.error;
  const { request } = await startApi();
  expect(await request(spell(row.line, [withKey, ...row.headers], '{'))).toMatchObject({ status, body });
});

it.for(targets.filter(({ body }) => body === undefined))('ignores the body of $line', async ({ line }) => {
  const { request } = await startApi();
  const large = await request(spell(line, [withKey, 'Content-Length: 99999'], 'x'.repeat(99_999)));
  const { status, body } = await request(spell(line, [withKey]));
  expect(large).toMatchObject({ status, body });
});

it.for([...allowed])('supports at %s the methods of the document, and no other: %j', async ([path, methods]) => {
  const { request } = await startApi();
  const allow = methods.join(', ');
  const error = errorBody('method_not_allowed', `the method must be one of ${allow}`, 405);
  // Node.js closes the connection of a CONNECT by itself.
  for (const method of METHODS.filter((each) => each !== 'CONNECT')) {
    const bytes = spell(`${method} ${targetOf(path)}`, [withKey]);
    const response = await request(bytes);
    const { status, headers, body } = response;
    const isDescribed = methods.includes(method) && method !== 'OPTIONS';
    if (isDescribed) expect([method, status === 405, headers['allow']]).toEqual([method, false, undefined]);
    else expect([method, status, headers['allow']]).toEqual([method, method === 'OPTIONS' ? 204 : 405, allow]);
    if (status === 405 && method !== 'HEAD') expect(body).toBe(error);
    if (!isDescribed) produced.add(expectDescribed(bytes, response));
  }
});

it('has produced every response of the document', () => {
  expect(unproducedResponses(document, produced as ReadonlySet<string>)).toEqual([]);
});

it('has produced every error', () => {
  expect([...unmade]).toEqual([]);
});

it('has examples of errors that the service sends', () => {
  const examples = new Set<string>();
  JSON.stringify(document, (_key, value) => {
    const { code, message, status } = Object(value);
    if (typeof code === 'string') examples.add(errorBody(code, message, status));
    return value;
  });
  expect([...examples].filter((example) => !sent.has(example))).toEqual([]);
  expect(examples.size).toBeGreaterThanOrEqual(Object.keys(errorStatuses).length);
});
