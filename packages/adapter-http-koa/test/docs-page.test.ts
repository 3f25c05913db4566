import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startSender } from './start-api.ts';

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

const contentOf = (source: string): Buffer => readFileSync(new URL(`../${source}`, import.meta.url));

const sendWithoutKey = async (target: string, headers = {}) => {
  const { send } = await startSender();
  const {
    headers: received,
    body,
    ...response
  } = await send(target, {
    headers: { authorization: undefined, 'x-request-id': 'same', ...headers },
  });
  const { date, connection, 'keep-alive': keepAlive, ...own } = received;
  return { ...response, headers: own as Record<string, string | undefined>, body: Buffer.from(body, 'latin1') };
};
const gzip = { 'accept-encoding': 'br, gzip' };

it.each(files)(
  '%s is sent unchanged, without a key, and compressed for a client that accepts gzip',
  async (path, mediaType, source) => {
    const content = contentOf(source);
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
    const plain = await sendWithoutKey(`GET ${path}?any=query`);
    expect([plain.status, plain.headers]).toEqual([200, { ...common, 'content-length': `${content.length}` }]);
    expect(content.equals(plain.body)).toBe(true);

    const { headers, body } = await sendWithoutKey(`GET ${path}`, gzip);
    expect(headers).toEqual({ ...common, 'content-encoding': 'gzip', 'content-length': `${body.length}` });
    expect(body.length).toBeLessThan(content.length);
    expect(gunzipSync(body).equals(content)).toBe(true);
  },
);

describe.each(['/docs', '/openapi.json'])('a cached %s', (path) => {
  const etagOf = async (headers = {}) => (await sendWithoutKey(`GET ${path}`, headers)).headers['etag'];

  it('gets 304 without a body', async () => {
    const { headers } = await sendWithoutKey(`GET ${path}`, gzip);
    const { 'content-type': _, 'content-encoding': __, 'content-length': ___, ...kept } = headers;
    for (const method of ['GET', 'HEAD']) {
      const fresh = { ...gzip, 'if-none-match': `"other", ${headers['etag']}` };
      const response = await sendWithoutKey(`${method} ${path}`, fresh);
      expect([response.status, response.headers, response.body.length]).toEqual([304, kept, 0]);
    }
  });

  it('does not match the ETag of the other coding, because the bytes differ', async () => {
    expect((await sendWithoutKey(`GET ${path}`, { 'if-none-match': await etagOf(gzip) })).status).toBe(200);
    expect((await sendWithoutKey(`GET ${path}`, { ...gzip, 'if-none-match': await etagOf() })).status).toBe(200);
  });

  it('is not compressed for a client that refuses gzip', async () => {
    const { headers } = await sendWithoutKey(`GET ${path}`, { 'accept-encoding': 'gzip;q=0, *;q=0.1' });
    expect([headers['content-encoding'], headers['etag']]).toEqual([undefined, await etagOf()]);
  });

  it('may be cached, unlike an error, and allows no other method', async () => {
    const { status, headers } = await sendWithoutKey(`DELETE ${path}`, { ...gzip, 'if-none-match': '*' });
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect([headers['cache-control'], headers['etag']]).toEqual(['no-store', undefined]);
  });
});

it.each([
  ...'/docs/ /DOCS /docs/index.html /docs/swagger-ui-bundle.js.map /docs//swagger-ui.css'.split(' '),
  ...'/docs/../package.json /docs/..%2fpackage.json /docs/%2e%2e/package.json /docs/docs-page.js%00.css'.split(' '),
])('returns 404 for %s', async (path) => {
  expect((await sendWithoutKey(`GET ${path}`)).status).toBe(404);
});

it('requests exactly the files that are served', () => {
  const requested = [
    ...contentOf('page/index.html')
      .toString()
      .matchAll(/(?:src|href)="(docs\/[^"]+)"/g),
  ];
  expect(['/docs', ...requested.map(([, path]) => `/${path}`)].toSorted()).toEqual(
    files.map(([path]) => path).toSorted(),
  );
});
