import { describe, expect, it } from 'vitest';
import { storeWith, unavailable } from './fake-ports.ts';
import { operations } from './operations.ts';
import type { TextResponse } from './raw-connection.ts';
import { animal, jsonHeaders, spell, spellPost, withKey } from './spell-request.ts';
import { type ApiSetting, startApi } from './start-api.ts';

const listed = 'https://shop.example';
const corsOrigins: readonly string[] = ['https://admin.example', listed];
const fromListed = `Origin: ${listed}`;

const exposed =
  'Link, Location, Retry-After, Deprecation, Sunset, RateLimit, RateLimit-Policy, X-Request-Id, WWW-Authenticate';

const methods = operations.map(({ method }) => method);

const send = async (
  request: string,
  { ports = {}, options = { corsOrigins } }: ApiSetting = {},
): Promise<TextResponse> => {
  const api = await startApi({ ports, options });
  const response = await api.request(request);
  return { ...response, headers: { ...response.headers, date: '' } };
};

const flat = ({ status, headers, body }: TextResponse): Readonly<Record<string, unknown>> => ({
  ...headers,
  status,
  body,
});

const preflight = (target: string, ...headers: readonly string[]): string =>
  spell(`OPTIONS ${target}`, ['X-Request-Id: preflight', 'Access-Control-Request-Method: POST', ...headers]);

describe('a preflight request', () => {
  it.each(['/v1/pets', '/v1/pets/1', '/v1/nothing'])('from a listed origin for %s needs no key', async (target) => {
    const headers = 'Access-Control-Request-Headers: authorization,content-type,idempotency-key';
    expect(await send(preflight(target, fromListed, headers))).toEqual({
      status: 204,
      body: '',
      headers: {
        'x-request-id': 'preflight',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        vary: 'Origin',
        'access-control-allow-origin': listed,
        'access-control-allow-methods': [...new Set(['HEAD', 'OPTIONS', ...methods])].toSorted().join(', '),
        'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key, X-Request-Id, traceparent',
        'access-control-max-age': '7200',
        date: '',
        connection: 'keep-alive',
        'keep-alive': 'timeout=65',
      },
    });
  });

  it('is reported, and refused if the message is malformed', async () => {
    const api = await startApi({ options: { corsOrigins } });
    const connection = await api.open();
    expect((await connection.request(preflight('/v1/pets', fromListed))).status).toBe(204);
    expect((await connection.request(preflight('/v1/pets', fromListed, 'Host: other'))).status).toBe(400);
    expect((await api.reports(2)).map(({ method, route, status }) => [method, route, status])).toEqual([
      ['OPTIONS', '/v1/pets', 204],
      ['OPTIONS', '/v1/pets', 400],
    ]);
  });

  it('takes no slot', async () => {
    const api = await startApi({ options: { corsOrigins, maxRequestsInFlight: 1 } });
    const post = await api.open();
    await post.send(spell('POST /v1/pets', jsonHeaders('Content-Length: 100', 'Expect: 100-continue')));
    expect((await post.readResponse()).status).toBe(100);
    const connection = await api.open();
    await connection.send(preflight('/v1/pets', fromListed) + spell('GET /v1/pets', [withKey, fromListed]));
    expect((await connection.readResponse()).status).toBe(204);
    const { status, headers } = await connection.readResponse();
    expect([status, headers['access-control-allow-origin']]).toEqual([503, listed]);
  });
});

describe('a response to a listed origin', () => {
  const limited = { corsOrigins, rateLimit: { requests: 1, seconds: 60 } };
  const bug = (): never => {
    throw new Error('a bug');
  };
  it.each<[status: number, request: string, setting?: ApiSetting]>([
    [200, spell('GET /v1/pets', [withKey, fromListed])],
    [201, spellPost(animal, fromListed, 'Access-Control-Request-Method: POST')],
    [204, spell('OPTIONS /v1/pets', [withKey, fromListed])],
    [400, spell('GET /v1/pets?limit=0', [withKey, fromListed])],
    [400, spell('GET /v1/pets', [withKey, fromListed, 'Host: other'])],
    [401, spell('GET /v1/pets', [fromListed])],
    [404, spell('GET /v1/pets/1', [withKey, fromListed])],
    [405, spell('MKCALENDAR /v1/pets', [withKey, fromListed])],
    [415, spell('POST /v1/pets', [withKey, fromListed, 'Content-Length: 0'])],
    [429, spell('GET /v1/pets', [withKey, fromListed]), { options: limited }],
    [500, spell('GET /v1/pets', [withKey, fromListed]), { ports: { authenticate: bug } }],
    [
      503,
      spell('GET /v1/pets', [withKey, fromListed]),
      { ports: { store: storeWith({ listPets: () => unavailable }) } },
    ],
  ])('can be read by its pages with status %s', async (status, request, setting = {}) => {
    const api = await startApi({ options: { corsOrigins }, ...setting });
    const connection = await api.open();
    // The first request uses up the rate limit.
    if (status === 429) await connection.send(request).then(() => connection.readResponse());
    const response = await connection.request(request);
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
    const { headers } = await send(spell('GET /openapi.json', [fromListed]));
    expect([headers['vary'], headers['access-control-allow-origin']]).toEqual(['Origin, Accept-Encoding', listed]);
  });
});

describe('a request from another origin, or without an origin', () => {
  const headers = ['X-Request-Id: same'];
  it.each([
    spell('GET /v1/pets', [...headers, withKey]),
    spell('GET /v1/pets', [...headers, withKey, 'Origin: https://shop.example.evil']),
    spell('GET /v1/pets', [...headers, withKey, 'Origin: http://shop.example']),
    spell('GET /v1/pets', [...headers, withKey, 'Origin: null']),
    spell('GET /v1/pets', [...headers, withKey, fromListed, fromListed]),
    preflight('/v1/pets', 'Origin: https://evil.example'),
    preflight('/v1/pets', withKey, 'Origin: https://evil.example'),
    preflight('/v1/pets'),
  ])('gets the same response as without CORS: %j', async (request) => {
    const { vary, ...response } = flat(await send(request));
    expect(vary).toBe('Origin');
    expect(response).toEqual(flat(await send(request, { options: {} })));
  });
});
