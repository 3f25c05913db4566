import { describe, expect, it } from 'vitest';
import { knowsOneKey } from '../../test/fake-ports.ts';
import { animal, errorBody } from '../../test/spell-request.ts';
import { startSender } from '../../test/start-api.ts';
import { exposedHeaders, isOrigin } from './cross-origin.ts';

const listed = 'https://shop.example';
const corsOrigins: readonly string[] = ['capacitor://localhost', listed];

type Headers = Readonly<Record<string, string | undefined>>;

const fromListed: Headers = { origin: listed };
const asks: Headers = { authorization: undefined, 'access-control-request-method': 'POST' };

describe('a preflight request', () => {
  it.each(['/v1/pets', '/v1/pets/1', '/v1/nothing'])('from a listed origin for %s needs no key', async (target) => {
    const { send } = await startSender(
      {},
      { corsOrigins, corsHeaders: ['X-Datadog-Trace-Id'], maxRequestsInFlight: 0 },
    );
    const { status, headers, body } = await send(`OPTIONS ${target}`, { headers: { ...fromListed, ...asks } });
    expect([status, body]).toEqual([204, '']);
    expect(headers).toEqual({
      'x-request-id': expect.any(String),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      vary: 'Origin',
      'access-control-allow-origin': listed,
      'access-control-allow-methods': 'GET, HEAD, OPTIONS, POST',
      'access-control-allow-headers':
        'Authorization, Content-Encoding, Content-Type, Idempotency-Key, X-Request-Id, traceparent, tracestate, baggage, X-Datadog-Trace-Id',
      'access-control-max-age': '7200',
      date: expect.any(String),
      connection: 'keep-alive',
      'keep-alive': 'timeout=65',
    });
  });

  it('asks for a method', async () => {
    const { send } = await startSender({}, { corsOrigins });
    expect((await send('OPTIONS /v1/pets', { headers: { ...fromListed, authorization: undefined } })).status).toBe(401);
  });

  it('is refused if the message is malformed', async () => {
    const { send } = await startSender({}, { corsOrigins });
    expect((await send('OPTIONS /v1/pets#x', { headers: { ...fromListed, ...asks } })).status).toBe(400);
  });

  it.each([[corsOrigins], [undefined]])(
    'of another origin gets a 401 that does not speak of API keys: %j',
    async (some) => {
      const { send } = await startSender({}, { corsOrigins: some });
      const { status, headers, body } = await send('OPTIONS /v1/pets', {
        headers: { ...asks, origin: 'https://other.example' },
      });
      const message = 'this preflight request is refused: pages of its origin may not call this API';
      expect([status, body]).toEqual([401, errorBody('unauthorized', message, 401)]);
      expect(headers['access-control-allow-origin']).toBeUndefined();
    },
  );
});

describe('a response to a listed origin', () => {
  it.each<[status: number, target: string, headers: Headers, body?: string]>([
    [200, 'GET /v1/pets', {}],
    [200, 'GET /v1/pets', { origin: 'capacitor://localhost' }],
    [201, 'POST /v1/pets', { 'access-control-request-method': 'POST' }, animal],
    [400, 'GET /v1/pets', { 'transfer-encoding': 'gzip, chunked' }],
    [401, 'GET /v1/pets', { authorization: undefined }],
    [500, 'GET /v1/pets', { authorization: 'Bearer bug' }],
  ])('can be read by its pages with status %i', async (status, target, headers, body = '') => {
    const authenticate: typeof knowsOneKey = (sent) => {
      if (sent === 'bug') throw new Error('a bug');
      return knowsOneKey(sent);
    };
    const { send } = await startSender({ authenticate }, { corsOrigins });
    const response = await send(target, { headers: { ...fromListed, ...headers }, body });
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': headers['origin'] ?? listed,
      'access-control-expose-headers': exposedHeaders.join(', '),
      vary: 'Origin',
    });
    expect(response.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('varies also by coding if it is a file', async () => {
    const { send } = await startSender({}, { corsOrigins });
    const { headers } = await send('GET /openapi.json', { headers: fromListed });
    expect([headers['vary'], headers['access-control-allow-origin']]).toEqual(['Origin, Accept-Encoding', listed]);
  });
});

it.each<[string, Headers]>([
  ['GET', {}],
  ['GET', { origin: 'https://shop.example.evil' }],
  ['GET', { origin: 'http://shop.example' }],
  ['GET', { origin: 'null' }],
  ['GET', { origin: `${listed}, ${listed}` }],
  ['OPTIONS', { 'access-control-request-method': 'POST', origin: 'https://evil.example' }],
  ['OPTIONS', asks],
])('a request from another origin, or without one, gets only Vary: %s %j', async (method, headers) => {
  const same = { 'x-request-id': 'same', ...headers };
  const [with_, without] = [await startSender({}, { corsOrigins }), await startSender()];
  const [response, expected] = [
    await with_.send(`${method} /v1/pets`, { headers: same }),
    await without.send(`${method} /v1/pets`, { headers: same }),
  ];
  const date = expect.any(String);
  expect(response).toEqual({ ...expected, headers: { ...expected.headers, date, vary: 'Origin' } });
});

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
  ...'capacitor://localhost/ capacitor:localhost capacitor:// file:// data:text/html,x app://*'.split(' '),
])('%j is not', (text) => {
  expect(isOrigin(text)).toBe(false);
});
