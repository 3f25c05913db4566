import type { Instant } from '@animal-store/access';
import { connect } from '@animal-store/testkit/http/raw-connection';
import { rawRequest as spellRequest } from '@animal-store/testkit/http/raw-request';
import {
  type ApiBody,
  type ApiOperation,
  type CheckedResponse,
  checkAgainstDocument,
  type Exchange,
  unproducedResponses,
} from '@animal-store/testkit/openapi';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHttpApi, createHttpServer, createOpenApiDocument, type RateLimit } from '../../src/index.ts';
import { credential, fakePorts, knowsOneKey, unavailable } from '../fake-ports.ts';
import { noReports } from '../no-reports.ts';
import { operations } from '../operations.ts';

const document = createOpenApiDocument({ base: '/v1' });
const check = checkAgainstDocument(document);
const produced = new Set<string>();

/**
 * The condition of the API under test: working, without its store, with a bug, or after the removal of the old
 * operation.
 */
type Condition = 'well' | 'unavailable' | 'broken' | 'after the removal';

/** Starts an API that waits `headersTimeout` milliseconds for the headers of a request. */
const startTrialApi = async (headersTimeout: number, rateLimit?: RateLimit) => {
  let condition: Condition = 'well';
  const ports = fakePorts(() => undefined, {
    authenticate: (sent) => {
      if (condition === 'broken') throw new Error('a bug');
      return condition === 'unavailable' ? unavailable : knowsOneKey(sent);
    },
    clock: { now: () => Date.parse(condition === 'after the removal' ? '2030-12-05' : '2026-01-01') as Instant },
  });
  const listener = createHttpApi(ports, { base: '/v1', getPetAfterSunset: 'gone', rateLimit });
  const server = createHttpServer(listener, noReports, {
    headersTimeout,
    requestTimeout: headersTimeout,
    connectionsCheckingInterval: 50,
  });
  const { port } = await server.listen(0, '127.0.0.1');
  return {
    port,
    during: async <A>(wanted: Condition, run: () => Promise<A>): Promise<A> => {
      condition = wanted;
      try {
        return await run();
      } finally {
        condition = 'well';
      }
    },
    stop: () => server.stop(0),
  };
};

interface TrialRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly condition?: Condition;
}

type TrialApi = Awaited<ReturnType<typeof startTrialApi>>;
let patient: TrialApi;
let hasty: TrialApi;
let strict: TrialApi;

beforeAll(async () => {
  patient = await startTrialApi(10_000);
  hasty = await startTrialApi(100);
  strict = await startTrialApi(10_000, { requests: 1, seconds: 3_600 });
});

afterAll(async () => {
  await patient.stop();
  await hasty.stop();
  await strict.stop();
});

const sendRawRequest = async (port: number, bytes: string, method = 'GET') => {
  const connection = await connect(`http://127.0.0.1:${port}`);
  await connection.send(bytes);
  const { status, headers, body } = await connection.readResponse({ method });
  const bodyText = body.toString() + (await connection.closed());
  connection.destroy();
  return { status, headers, bodyText };
};

const rawRequest = (method: string, path: string, headers: Readonly<Record<string, string>>, body = ''): string => {
  const all = Object.entries({ Host: 'api.test', Connection: 'close', ...headers });
  return spellRequest(
    `${method} ${path} HTTP/1.1`,
    all.map((header) => header.join(': ')),
    body,
  );
};

const requestOf = ({ method, path, headers, body }: TrialRequest): string =>
  rawRequest(method, path, { Authorization: `Bearer ${credential}`, ...headers }, body);

const send = async (request: TrialRequest): Promise<Exchange> => {
  const { method, path, condition = 'well' } = request;
  const response = await patient.during(condition, () => sendRawRequest(patient.port, requestOf(request), method));
  return { method, path, ...response };
};

const checked = (done: Exchange): CheckedResponse => {
  const outcome = check(done);
  if (outcome.response !== undefined) produced.add(outcome.response);
  return outcome;
};

const withBody = ({ mediaType, text }: ApiBody): Pick<TrialRequest, 'headers' | 'body'> => ({
  headers: { 'Content-Type': mediaType, 'Content-Length': `${Buffer.byteLength(text)}` },
  body: text,
});

const json = (text: string): Pick<TrialRequest, 'headers' | 'body'> =>
  withBody({ mediaType: 'application/json', text });

const keyed = (body: string): Pick<TrialRequest, 'headers' | 'body'> => ({
  body,
  headers: { ...json(body).headers, 'Idempotency-Key': 'k1' },
});

type NamedRequest = TrialRequest & { readonly name: string };

const everyRequest: readonly NamedRequest[] = [
  ...operations.map(({ method, path, target }) => ({ name: `${method} ${path}`, method, path: target(1n) })),
  { name: 'options', method: 'OPTIONS', path: '/v1/pets' },
  { name: 'otherMethods', method: 'MKCALENDAR', path: '/v1/pets/1' },
  { name: 'otherPaths', method: 'GET', path: '/v1/cats' },
];

/** The responses that follow from the method, the path and the body of an operation. */
const casesOf = ({ method, path, target, success, body }: ApiOperation<unknown>): readonly NamedRequest[] => {
  const name = `${method} ${path}`;
  const valid = body === undefined ? {} : withBody(body);
  const onAnimal = { method, path: target(1n) };
  return [
    { ...onAnimal, name: `${name} ${success}`, ...valid },
    ...(method === 'GET' ? [{ name: `${name} ${success}`, method: 'HEAD', path: target(1n) }] : []),
    ...(path.includes('{petId}')
      ? ['/v1/pets/0', '/v1/pets/01'].map((unknown) => ({ name: `${name} 404`, method, path: unknown, ...valid }))
      : []),
    // The body is checked before the animal is looked up (docs/adr/0007-order-of-checks.md).
    ...(body === undefined
      ? []
      : [
          { name: `${name} 400`, ...withBody({ ...body, text: '[]' }) },
          { name: `${name} 400`, ...withBody({ ...body, text: '{' }) },
          { name: `${name} 413`, ...withBody({ ...body, text: ' '.repeat(65_537) }) },
          { name: `${name} 415`, ...withBody({ ...body, mediaType: 'text/plain' }) },
        ].map((one) => ({ method, path: target(0n), ...one }))),
  ];
};

const chunkExtensions = {
  headers: { 'Transfer-Encoding': 'chunked' },
  body: `1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
};

// Sent in this order. The first line adds an animal.
const cases: readonly NamedRequest[] = [
  { name: 'POST /pets 201', method: 'POST', path: '/v1/pets', ...keyed('{"name":"","categoryId":-1,"status":"sold"}') },
  { name: 'POST /pets 422', method: 'POST', path: '/v1/pets', ...keyed('{"name":"x","categoryId":-1}') },
  ...operations.flatMap(casesOf),
  {
    name: 'POST /pets 201',
    method: 'POST',
    path: '/v1/pets',
    ...json('{"name":"Rex","categoryId":9007199254740993}'),
    condition: 'after the removal',
  },
  { name: 'GET /pets 200', method: 'GET', path: '/v1/pets?status=pending' },
  { name: 'GET /pets 200', method: 'GET', path: '/v1/pets?limit=1' },
  { name: 'GET /pets 400', method: 'GET', path: '/v1/pets?limit=0&cursor=x' },
  { name: 'GET /pets 200', method: 'HEAD', path: '/v1/pets?limit=1' },
  { name: 'options 204', method: 'OPTIONS', path: '/v1/pets' },
  { name: 'GET /pets/{petId} 410', method: 'GET', path: '/v1/pets/1', condition: 'after the removal' },
  { name: 'GET /pets/{petId} 404', method: 'HEAD', path: '/v1/pets/0' },
  { name: 'GET /pets/{petId} 410', method: 'HEAD', path: '/v1/pets/1', condition: 'after the removal' },
  { name: 'options 204', method: 'OPTIONS', path: '/v1/pets/1' },
  { name: 'otherMethods 405', method: 'MKCALENDAR', path: '/v1/pets' },
  { name: 'otherMethods 405', method: 'POST', path: '/v1/pets/1' },
  { name: 'otherMethods 400', method: 'NOPE', path: '/v1/pets' },
  { name: 'otherPaths 404', method: 'GET', path: '/v1/pets/1/2' },
  ...everyRequest.flatMap(({ name, ...request }) => [
    { ...request, name: `${name} 400`, headers: { Host: 'a b' } },
    { ...request, name: `${name} 401`, headers: { Authorization: 'none' } },
    { ...request, name: `${name} 401`, headers: { Authorization: 'Bearer none' } },
    { ...request, name: `${name} 413`, ...chunkExtensions },
    { ...request, name: `${name} 417`, headers: { Expect: 'more' } },
    { ...request, name: `${name} 500`, condition: 'broken' as const },
    { ...request, name: `${name} 503`, condition: 'unavailable' as const },
  ]),
];

it.each(cases)('has the response $name', async ({ name, ...request }) => {
  expect(checked(await send(request))).toEqual({ response: name, problems: [] });
});

it.each(everyRequest)(
  'has the responses of $name to what comes late, is too large, or exceeds a rate',
  async ({ name, method, path }) => {
    const request = rawRequest(method, path, { Authorization: `Bearer ${credential}` });
    await sendRawRequest(strict.port, request);
    const limited = await sendRawRequest(strict.port, request);
    expect(checked({ method, path, ...limited })).toEqual({ response: `${name} 429`, problems: [] });
    for (const [status, api, bytes] of [
      [408, hasty, request.slice(0, -2)],
      [431, patient, rawRequest(method, path, { 'X-Large': 'x'.repeat(20_000) })],
    ] as const) {
      const { bodyText, ...response } = await sendRawRequest(api.port, bytes);
      // The server does not know the method when it responds, so it sends a body for HEAD too, which a client does not read.
      const done = { method, path, ...response, bodyText: method === 'HEAD' ? '' : bodyText };
      expect(checked(done)).toEqual({ response: `${name} ${status}`, problems: [] });
    }
  },
);

it('has no response that was not produced', () => {
  expect(unproducedResponses(document, produced)).toEqual([]);
});

it('is served without a key, as JSON', async () => {
  const request = { method: 'GET', path: '/openapi.json', headers: { Authorization: '' } };
  const { status, headers, bodyText } = await send(request);
  expect(status).toBe(200);
  expect(new Headers([...headers].map(([name, value]) => [name, value])).get('Content-Type')).toBe('application/json');
  expect(bodyText).toBe(JSON.stringify(document));
});
