import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { TextResponse } from '../raw-connection.ts';
import { errorBody, spell } from '../spell-request.ts';
import { startApi } from '../start-api.ts';

const html = 'text/html; charset=utf-8';
const css = 'text/css; charset=utf-8';
const javaScript = 'text/javascript; charset=utf-8';

const files: readonly (readonly [path: string, mediaType: string, source: string])[] = [
  ['/docs', html, 'page/index.html'],
  ['/docs/swagger-ui.css', css, 'node_modules/swagger-ui-dist/swagger-ui.css'],
  ['/docs/swagger-ui-bundle.js', javaScript, 'node_modules/swagger-ui-dist/swagger-ui-bundle.js'],
  ['/docs/docs-page.css', css, 'page/docs-page.css'],
  ['/docs/docs-page.js', javaScript, 'page/docs-page.js'],
  ['/docs/accessible.js', javaScript, 'page/accessible.js'],
  ['/docs/show-api.js', javaScript, 'page/show-api.js'],
  ['/docs/document-for-page.js', javaScript, 'page/document-for-page.js'],
  ['/docs/exact-responses.js', javaScript, 'page/exact-responses.js'],
  ['/docs/folded-headers.js', javaScript, 'page/folded-headers.js'],
  ['/docs/whole-headers.js', javaScript, 'page/whole-headers.js'],
  ['/docs/indent-json.js', javaScript, 'page/indent-json.js'],
];

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// Latin-1 keeps one character per byte, like the connection of the tests.
const contentOf = (source: string): string => readFileSync(new URL(`../../${source}`, import.meta.url), 'latin1');

const send = async (methodAndTarget: string, ...headers: readonly string[]): Promise<TextResponse> => {
  const api = await startApi();
  const connection = await api.open();
  await connection.send(spell(methodAndTarget, ['X-Request-Id: docs', ...headers]));
  return connection.readResponse(methodAndTarget.split(' ')[0]);
};

const refusal = ({ status, headers, body }: TextResponse): unknown => [status, headers['content-type'], body];

describe.each(files)('%s', (path, mediaType, source) => {
  const content = contentOf(source);
  const headers = {
    'x-request-id': 'docs',
    'cache-control': 'no-cache',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
    vary: 'Accept-Encoding',
    'x-content-type-options': 'nosniff',
    'content-type': mediaType,
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'content-length': String(content.length),
    date: expect.any(String),
  };
  const kept = { connection: 'keep-alive', 'keep-alive': 'timeout=65' };
  /** The connection of a large file is closed, so that the server learns that the file was read. */
  const ending = (length: number): object => (length > 16 * 1024 ? { connection: 'close' } : kept);

  it('is sent unchanged, without a key', async () => {
    const response = await send(`GET ${path}`);
    expect({ status: response.status, headers: response.headers }).toEqual({
      status: 200,
      headers: { ...headers, ...ending(content.length) },
    });
    expect(response.body === content).toBe(true);
  });

  it('is compressed for a client that accepts gzip', async () => {
    const response = await send(`GET ${path}`, 'Accept-Encoding: br, gzip');
    const length = String(response.body.length);
    expect(response.headers).toEqual({
      ...headers,
      ...ending(response.body.length),
      'content-encoding': 'gzip',
      'content-length': length,
    });
    expect(response.body.length).toBeLessThan(content.length);
    expect(gunzipSync(Buffer.from(response.body, 'latin1')).toString('latin1') === content).toBe(true);
  });

  it('has the same headers for HEAD, and no body', async () => {
    expect(await send(`HEAD ${path}?any=query`)).toEqual({ status: 200, headers: { ...headers, ...kept }, body: '' });
  });

  it('allows no other method', async () => {
    const response = await send(`DELETE ${path}`);
    expect(response.headers['allow']).toBe('GET, HEAD, OPTIONS');
    expect(refusal(response)).toEqual([
      405,
      'application/json',
      errorBody('method_not_allowed', 'the method must be one of GET, HEAD, OPTIONS', 405),
    ]);
  });
});

describe.each(['/docs', '/openapi.json'])('a cached %s', (path) => {
  const gzip = 'Accept-Encoding: gzip';
  const etagOf = async (...headers: readonly string[]) => (await send(`GET ${path}`, ...headers)).headers['etag'];

  it('gets 304 without a body', async () => {
    const { headers } = await send(`GET ${path}`, gzip);
    const { 'content-type': _, 'content-encoding': __, 'content-length': ___, ...kept } = headers;
    for (const method of ['GET', 'HEAD']) {
      expect(await send(`${method} ${path}`, gzip, `If-None-Match: "other", ${headers['etag']}`)).toEqual({
        status: 304,
        headers: { ...kept, date: expect.any(String) },
        body: '',
      });
    }
  });

  it('does not match the ETag of the other coding, because the bytes differ', async () => {
    expect((await send(`GET ${path}`, `If-None-Match: ${await etagOf(gzip)}`)).status).toBe(200);
    expect((await send(`GET ${path}`, gzip, `If-None-Match: ${await etagOf()}`)).status).toBe(200);
  });

  it('is not compressed for a client that refuses gzip', async () => {
    const { headers } = await send(`GET ${path}`, 'Accept-Encoding: gzip;q=0, *;q=0.1');
    expect([headers['content-encoding'], headers['etag']]).toEqual([undefined, await etagOf()]);
  });

  it('may be cached, unlike an error', async () => {
    const { status, headers } = await send(`DELETE ${path}`, gzip, 'If-None-Match: *');
    expect([status, headers['cache-control'], headers['etag']]).toEqual([405, 'no-store', undefined]);
  });
});

describe('the documentation page', () => {
  it.each([
    ...'/docs/ /DOCS /docs/index.html /docs/swagger-ui.js /docs/swagger-ui-bundle.js.map'.split(' '),
    ...'/docs/swagger-ui.css/ /docs//swagger-ui.css /docs/Swagger-UI.css /docs/swagger%2Dui.css'.split(' '),
    ...'/docs/package.json /docs/../docs /docs/../package.json /docs/..%2fpackage.json'.split(' '),
    ...'/docs/%2e%2e/package.json /docs/..\\package.json /docs/....//package.json'.split(' '),
    ...['/docs/%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd', '/docs/docs-page.js%00.css'],
    '/v1/../docs',
  ])('returns 404 for %s', async (path) => {
    const response = await send(`GET ${path}`);
    const expected = path.startsWith('/v1/')
      ? [
          401,
          'application/json',
          errorBody('unauthorized', 'a valid API key is needed: Authorization: Bearer <API_KEY>', 401),
        ]
      : [404, 'application/json', errorBody('not_found', 'there is nothing at this path', 404)];
    expect(refusal(response)).toEqual(expected);
  });

  it('requests exactly the files that are served', () => {
    const own = files.filter(([, , source]) => source.startsWith('page/') && !source.endsWith('.css'));
    const requested = own.flatMap(([, , source]) =>
      [...contentOf(source).matchAll(/(?:src|href)="(docs\/[^"]+)"|^import .* from '\.\/([^']+)';$/gm)].map(
        ([, fromHtml, imported]) => `/${fromHtml ?? `docs/${imported}`}`,
      ),
    );
    expect([...new Set(['/docs', ...requested])].toSorted()).toEqual(files.map(([path]) => path).toSorted());
  });

  it('is reported with its own path', async () => {
    const api = await startApi();
    await api.request(spell('GET /docs/indent-json.js'));
    expect((await api.reports(1)).map(({ method, route, status }) => [method, route, status])).toEqual([
      ['GET', '/docs/indent-json.js', 200],
    ]);
  });
});
