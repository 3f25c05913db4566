import { describe, expect, it } from 'vitest';
import { knowsOneKey } from '../../test/fake-ports.ts';
import { allowed, animal, commonHeaders, errorBody, operations } from '../../test/spell-request.ts';
import { startApi } from '../../test/start-api.ts';
import { responseHeaders } from '../openapi-document.ts';
import { isOrigin } from './cross-origin.ts';

const listed = 'https://shop.example';
const options = { corsOrigins: ['capacitor://localhost', listed] };

type Headers = Readonly<Record<string, string | undefined>>;

const fromListed: Headers = { origin: listed };
const asks: Headers = { authorization: undefined, 'access-control-request-method': 'POST' };

const list = (names: readonly string[]): string => [...new Set(names)].join(', ');

const allowedHeaders = list([
  ...['Authorization', 'Content-Encoding', 'Content-Type', ...operations.flatMap(({ headers }) => headers)],
  ...['X-Request-Id', 'traceparent', 'tracestate', 'baggage'],
]);

describe('a preflight request', () => {
  it.each([...operations.map(({ method, target }) => [method, target()] as const), ['GET', '/v1/nothing'] as const])(
    'from a listed origin for %s %s needs no key',
    async (method, target) => {
      const { send } = await startApi({ options });
      const headers = { ...fromListed, ...asks, 'access-control-request-method': method };
      const response = await send(`OPTIONS ${target}`, { headers });
      expect([response.status, response.body]).toEqual([204, '']);
      expect(response.headers).toEqual({
        ...commonHeaders(expect.any(String)),
        vary: 'Origin',
        'access-control-allow-origin': listed,
        'access-control-allow-methods': list([...allowed.values()].flat().sort()),
        'access-control-allow-headers': allowedHeaders,
        'access-control-max-age': '7200',
        date: expect.any(String),
        connection: 'keep-alive',
        'keep-alive': 'timeout=65',
      });
    },
  );

  it('allows the headers of an option besides those that the API reads', async () => {
    const { send } = await startApi({ options: { ...options, corsHeaders: ['X-Datadog-Trace-Id'] } });
    const { headers } = await send('OPTIONS /v1/pets', { headers: { ...fromListed, ...asks } });
    expect(headers['access-control-allow-headers']).toBe(`${allowedHeaders}, X-Datadog-Trace-Id`);
  });

  const preflight = 'this preflight request is refused: pages of its origin may not call this API';
  const needsKey = 'a valid API key is needed, given only once: Authorization: Bearer <API_KEY>';
  const [origin, method] = [{ origin: 'https://other.example' }, { 'access-control-request-method': 'POST' }];

  it.each<readonly [string, Headers, string]>([
    ['OPTIONS', { ...origin, ...method }, preflight],
    ['OPTIONS', origin, needsKey],
    ['OPTIONS', method, needsKey],
    ['GET', { ...origin, ...method }, needsKey],
  ])('is an %s with both headers, here %j', async (verb, headers, message) => {
    const { send } = await startApi({ options });
    const { status, body } = await send(`${verb} /v1/pets`, { headers: { authorization: undefined, ...headers } });
    expect([status, body]).toEqual([401, errorBody('unauthorized', message, 401)]);
  });

  it.each([
    ['asks for no method', 401, '/v1/pets', { authorization: undefined }],
    ['is malformed', 400, '/v1/pets#x', asks],
  ])('is none if it %s: %i', async (_, status, target, headers) => {
    const { send } = await startApi({ options });
    expect((await send(`OPTIONS ${target}`, { headers: { ...fromListed, ...headers } })).status).toBe(status);
  });
});

it.each<[status: number, target: string, headers: Headers]>([
  [200, 'GET /v1/pets', {}],
  [200, 'GET /v1/pets', { origin: 'capacitor://localhost' }],
  [201, 'POST /v1/pets', { 'access-control-request-method': 'POST' }],
  [400, 'GET /v1/pets?limit=x', {}],
  [401, 'GET /v1/pets', { authorization: undefined }],
  [500, 'GET /v1/pets', { authorization: 'Bearer bug' }],
  [200, 'GET /openapi.json', {}],
])('a response with status %i to %s from a listed origin can be read: %j', async (status, target, sent) => {
  const authenticate: typeof knowsOneKey = (key) => {
    if (key === 'bug') throw new Error('a bug');
    return knowsOneKey(key);
  };
  const { send } = await startApi({ ports: { authenticate }, options });
  const body = target.startsWith('POST') ? animal : '';
  const response = await send(target, { headers: { ...fromListed, ...sent }, body });
  expect(response.status).toBe(status);
  expect(response.headers).toMatchObject({
    'access-control-allow-origin': sent['origin'] ?? listed,
    'access-control-expose-headers': responseHeaders.join(', '),
    vary: 'Origin',
  });
  expect(response.headers['access-control-allow-credentials']).toBeUndefined();
});

it.each([undefined, `${listed}.evil`, 'http://shop.example', 'null', `${listed}, ${listed}`])(
  'a response to the origin %s has only Vary',
  async (origin) => {
    const { send } = await startApi({ options });
    const { headers } = await send('GET /v1/pets', { headers: { origin } });
    expect(Object.entries(headers).filter(([name]) => /^(access-control-|vary)/.test(name))).toEqual([
      ['vary', 'Origin'],
    ]);
  },
);

it.each([
  ...'https://shop.example http://localhost:3000 http://[::1]:8080 https://xn--bcher-kva.example'.split(' '),
  ...'capacitor://localhost tauri://localhost ionic://localhost:8100 app://obsidian.md'.split(' '),
  ...['chrome-extension://aapbdbdomjkkjkaonfhkkikfgjllcleb', 'moz-extension://6c9b8b0c-7d0e-4b4a-9e1e-3f2f6a1c0d5e'],
])('accepts the origin %s', (text) => {
  expect(isOrigin(text)).toBe(true);
});

it.each([
  '',
  ...'* null shop.example https://*.shop.example https://shop.example/ https://shop.example/v1'.split(' '),
  ...'https://shop.example:443 https://Shop.example https://bücher.example https://clerk@shop.example'.split(' '),
  ...['https://shop.example?x', 'https://shop.example https://other.example', 'ftp://shop.example', 'https://shop.*'],
  ...'capacitor://localhost/ capacitor:localhost capacitor:// file:// data:text/html,x data://x about://x blob://x javascript://x app://*'.split(
    ' ',
  ),
])('%j is not', (text) => {
  expect(isOrigin(text)).toBe(false);
});
