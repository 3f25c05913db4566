import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startApi } from './start-api.ts';

const html = 'text/html; charset=utf-8';
const css = 'text/css; charset=utf-8';
const javaScript = 'text/javascript; charset=utf-8';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const headers = {
  'cache-control': 'no-cache',
  etag: expect.stringMatching(/^"[\w-]{22}"$/),
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
};

it.each([
  ['/docs', html, 'page/index.html'],
  ['/docs/swagger-ui.css', css, 'node_modules/swagger-ui-dist/swagger-ui.css'],
  ['/docs/swagger-ui-bundle.js', javaScript, 'node_modules/swagger-ui-dist/swagger-ui-bundle.js'],
  ['/docs/docs-page.css', css, 'page/docs-page.css'],
  ['/docs/api-key.js', javaScript, 'page/api-key.js'],
  ['/docs/docs-page.js', javaScript, 'page/docs-page.js'],
])('%s is sent unchanged, without a key, whatever coding the client accepts', async (path, mediaType, source) => {
  const { send } = await startApi();
  const content = readFileSync(new URL(`../${source}`, import.meta.url));
  const sent = { authorization: undefined, 'accept-encoding': 'br, gzip' };
  const response = await send(`GET ${path}?any=query`, { headers: sent });
  expect(response).toMatchObject({ status: 200, headers: { ...headers, 'content-type': mediaType } });
  expect([response.headers['content-encoding'], response.headers['vary']]).toEqual([undefined, undefined]);
  expect(response.body).toBe(content.toString('latin1'));
});

it.each(['GET', 'HEAD'])('a cached file gets 304 without a body: %s', async (method) => {
  const { send } = await startApi();
  const { etag } = (await send('GET /docs')).headers;
  const fresh = await send(`${method} /docs`, { headers: { 'if-none-match': `"other", ${etag}` } });
  expect(fresh).toMatchObject({ status: 304, body: '', headers: { ...headers, etag } });
  expect(Object.keys(fresh.headers).filter((name) => name.startsWith('content-'))).toEqual(['content-security-policy']);
});
