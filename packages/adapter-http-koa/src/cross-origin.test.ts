import { describe, expect, it } from 'vitest';
import { knowsOneKey } from '../test/fake-ports.ts';
import { operations } from '../test/operations.ts';
import { animal } from '../test/spell-request.ts';
import { startPipeline } from '../test/start-pipeline.ts';
import { isOrigin } from './cross-origin.ts';
import type { ApiRequest } from './message/request.ts';

const listed = 'https://shop.example';
const corsOrigins: readonly string[] = ['https://admin.example', listed];

type Headers = ApiRequest['headers'];

const fromListed: Headers = { origin: listed };
const asks: Headers = { authorization: undefined, 'access-control-request-method': 'POST' };

const exposed =
  'Allow, Link, Location, Retry-After, Deprecation, Sunset, RateLimit, RateLimit-Policy, X-Request-Id, WWW-Authenticate';

describe('a preflight request', () => {
  it.each(['/v1/pets', '/v1/pets/1', '/v1/nothing'])(
    'from a listed origin for %s needs no key and no slot',
    async (target) => {
      const { send } = startPipeline({}, { corsOrigins, maxUnauthenticatedInFlight: 0 });
      const { status, headers, body } = await send(`OPTIONS ${target}`, { headers: { ...fromListed, ...asks } });
      const { 'access-control-allow-methods': methods, ...others } = headers;
      expect([status, body]).toEqual([204, undefined]);
      expect(new Set(methods?.split(', '))).toEqual(
        new Set(['HEAD', 'OPTIONS', ...operations.map(({ method }) => method)]),
      );
      expect(others).toEqual({
        'x-request-id': 'same',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        vary: 'Origin',
        'access-control-allow-origin': listed,
        'access-control-allow-headers':
          'Authorization, Content-Encoding, Content-Type, Idempotency-Key, X-Request-Id, traceparent',
        'access-control-max-age': '7200',
      });
    },
  );

  it('asks for a method', async () => {
    const headers = { ...fromListed, authorization: undefined };
    expect((await startPipeline({}, { corsOrigins }).send('OPTIONS /v1/pets', { headers })).status).toBe(401);
  });

  it('is refused if the message is malformed', async () => {
    const { send } = startPipeline({}, { corsOrigins });
    expect((await send('OPTIONS /v1/pets#x', { headers: { ...fromListed, ...asks } })).status).toBe(400);
  });
});

describe('a response to a listed origin', () => {
  it.each<[status: number, target: string, headers: Headers, body?: string]>([
    [200, 'GET /v1/pets', {}],
    [201, 'POST /v1/pets', { 'access-control-request-method': 'POST' }, animal],
    [400, 'GET /v1/pets', { host: 'localhost, other' }],
    [401, 'GET /v1/pets', { authorization: undefined }],
    [500, 'GET /v1/pets', { authorization: 'Bearer bug' }],
  ])('can be read by its pages with status %i', async (status, target, headers, body = '') => {
    const authenticate: typeof knowsOneKey = (sent) => {
      if (sent === 'bug') throw new Error('a bug');
      return knowsOneKey(sent);
    };
    const { send } = startPipeline({ authenticate }, { corsOrigins });
    const response = await send(target, { headers: { ...fromListed, ...headers }, body });
    expect([response.status, response.headers]).toEqual([
      status,
      expect.objectContaining({
        'access-control-allow-origin': listed,
        'access-control-expose-headers': exposed,
        vary: 'Origin',
      }),
    ]);
    expect(response.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('varies also by coding if it is a file', async () => {
    const { headers } = await startPipeline({}, { corsOrigins }).send('GET /openapi.json', { headers: fromListed });
    expect([headers['vary'], headers['access-control-allow-origin']]).toEqual(['Origin, Accept-Encoding', listed]);
  });
});

it.each<[string, Headers]>([
  ['GET', {}],
  ['GET', { origin: 'https://shop.example.evil' }],
  ['GET', { origin: 'http://shop.example' }],
  ['GET', { origin: 'null' }],
  ['GET', { origin: `${listed}, ${listed}` }],
  ['OPTIONS', { ...asks, origin: 'https://evil.example' }],
  ['OPTIONS', { 'access-control-request-method': 'POST', origin: 'https://evil.example' }],
  ['OPTIONS', asks],
])(
  'a request from another origin, or without one, gets the same response as without CORS: %s %j',
  async (method, headers) => {
    const request = [`${method} /v1/pets`, { headers }] as const;
    const [{ headers: withVary, ...response }, { headers: expected, ...without }] = [
      await startPipeline({}, { corsOrigins }).send(...request),
      await startPipeline().send(...request),
    ];
    expect(withVary).toEqual({ ...expected, vary: 'Origin' });
    expect({ ...response, release: undefined }).toEqual({ ...without, release: undefined });
  },
);

it.each(['https://shop.example', 'http://localhost:3000', 'http://[::1]:8080', 'https://xn--bcher-kva.example'])(
  'accepts the origin %s',
  (text) => {
    expect(isOrigin(text)).toBe(true);
  },
);

it.each([
  '',
  ...'* null shop.example https://*.shop.example https://shop.example/ https://shop.example/v1'.split(' '),
  ...'https://shop.example:443 https://Shop.example https://bücher.example https://clerk@shop.example'.split(' '),
  ...['https://shop.example?x', 'https://shop.example https://other.example', 'ftp://shop.example', 'https://shop.*'],
])('%j is not', (text) => {
  expect(isOrigin(text)).toBe(false);
});
