import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startApi } from './start-api.ts';

const html = 'text/html; charset=utf-8';
const css = 'text/css; charset=utf-8';
const javaScript = 'text/javascript; charset=utf-8';

const files: readonly (readonly [path: string, mediaType: string, source: string])[] = [
  ['/docs', html, 'page/index.html'],
  ['/docs/swagger-ui.css', css, 'node_modules/swagger-ui-dist/swagger-ui.css'],
  ['/docs/swagger-ui-bundle.js', javaScript, 'node_modules/swagger-ui-dist/swagger-ui-bundle.js'],
  ['/docs/docs-page.css', css, 'page/docs-page.css'],
  ['/docs/docs-page.js', javaScript, 'page/docs-page.js'],
];

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Sends a request without a key. Returns its status, its headers without those of the connection, and its bytes. */
const send = async (target: string, sent = {}) => {
  const api = await startApi();
  const response = await api.send(target, { headers: { authorization: undefined, 'x-request-id': 'same', ...sent } });
  const { date, connection, 'keep-alive': keepAlive, ...headers } = response.headers;
  return { status: response.status, headers, body: Buffer.from(response.body, 'latin1') };
};
const gzip = { 'accept-encoding': 'br, gzip' };

it.each(files)('%s is sent unchanged, and compressed if the client accepts gzip', async (path, mediaType, source) => {
  const content = readFileSync(new URL(`../${source}`, import.meta.url));
  const common = {
    'x-request-id': 'same',
    'cache-control': 'no-cache',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
    'content-type': mediaType,
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
  };
  const plain = await send(`GET ${path}?any=query`);
  expect([plain.status, plain.headers]).toEqual([200, { ...common, 'content-length': `${content.length}` }]);
  expect(content.equals(plain.body)).toBe(true);

  const { headers, body } = await send(`GET ${path}`, gzip);
  expect(headers).toEqual({ ...common, 'content-encoding': 'gzip', 'content-length': `${body.length}` });
  expect(gunzipSync(body).equals(content)).toBe(true);
});

describe('a cached file', () => {
  const etagOf = async (headers = {}) => (await send('GET /docs', headers)).headers['etag'];

  it.each(['GET', 'HEAD'])('gets 304 without a body: %s', async (method) => {
    const { headers } = await send('GET /docs', gzip);
    const { 'content-type': _, 'content-encoding': __, 'content-length': ___, ...kept } = headers;
    const fresh = { ...gzip, 'if-none-match': `"other", ${headers['etag']}` };
    expect(await send(`${method} /docs`, fresh)).toEqual({ status: 304, headers: kept, body: Buffer.alloc(0) });
  });

  it('does not match the ETag of the other coding, because the bytes differ', async () => {
    expect((await send('GET /docs', { 'if-none-match': await etagOf(gzip) })).status).toBe(200);
    expect((await send('GET /docs', { ...gzip, 'if-none-match': await etagOf() })).status).toBe(200);
  });

  it('is not compressed for a client that refuses gzip', async () => {
    const { headers } = await send('GET /docs', { 'accept-encoding': 'gzip;q=0, *;q=0.1' });
    expect([headers['content-encoding'], headers['etag']]).toEqual([undefined, await etagOf()]);
  });

  it('may be cached, unlike an error', async () => {
    const { status, headers } = await send('DELETE /docs', { ...gzip, 'if-none-match': '*' });
    expect([status, headers['cache-control'], headers['etag']]).toEqual([405, 'no-store', undefined]);
  });
});

it.each([
  ...'/docs/ /DOCS /docs/index.html /docs/swagger-ui-bundle.js.map /docs//swagger-ui.css'.split(' '),
  ...'/docs/../package.json /docs/..%2fpackage.json /docs/%2e%2e/package.json /docs/docs-page.js%00.css'.split(' '),
])('returns 404 for %s', async (path) => {
  expect((await send(`GET ${path}`)).status).toBe(404);
});
