import { expect, it, vi } from 'vitest';
import { pathsAsText } from '../../page/accessible.js';
import { foldedHeaders } from '../../page/folded-headers.js';
import { type Page, showApi } from '../../page/show-api.js';
import { createOpenApiDocument } from '../../src/index.ts';

const spec = createOpenApiDocument({ base: '/v1' });

const pageThatGets = (statuses: Readonly<Record<string, number>>, hash = '') => {
  const preauthorizeApiKey = vi.fn();
  const SwaggerUIBundle = vi.fn((_configuration: object) => ({ preauthorizeApiKey }));
  const status = { textContent: 'The page is loading.' };
  const toggle = vi.fn();
  const replaceState = vi.fn();
  const page: Page = {
    location: { href: `http://localhost:8080/docs${hash}`, hash },
    history: { replaceState },
    document: {
      body: undefined,
      documentElement: { classList: { toggle } },
      querySelector: (selector) => (selector === '#status' ? status : null),
      querySelectorAll: () => [],
    },
    MutationObserver: class {
      observe(): void {}
    },
    matchMedia: (query) => ({ matches: query === '(prefers-color-scheme: dark)', onchange: null }),
    fetch: (url) => {
      const code = statuses[url];
      if (code === undefined) return Promise.reject(new TypeError('Failed to fetch'));
      return Promise.resolve({ ok: code === 200, status: code, json: () => Promise.resolve(spec) });
    },
    SwaggerUIBundle,
  };
  return { page, status, SwaggerUIBundle, preauthorizeApiKey, toggle, replaceState };
};

it('shows the document next to the page in the colours of the browser', async () => {
  const { page, status, SwaggerUIBundle, toggle, replaceState } = pageThatGets({ 'openapi.json': 200, readyz: 200 });
  await showApi(page);
  expect([status.textContent, toggle.mock.calls, replaceState.mock.calls]).toEqual([
    'The service is ready.',
    [['dark-mode', true]],
    [],
  ]);
  const servers = [{ url: 'http://localhost:8080/v1' }];
  const plugins = expect.arrayContaining([foldedHeaders, pathsAsText]);
  expect(SwaggerUIBundle.mock.calls).toMatchObject([
    [{ dom_id: '#api', spec: { openapi: '3.1.0', servers }, plugins, validatorUrl: null }],
  ]);
});

it.each([
  ['#key=ask_abc_def', ['bearerAuth', 'ask_abc_def']],
  ['#key=<script>', undefined],
])('takes the key from the fragment %s, and removes it from the address', async (hash, authorized) => {
  const { page, SwaggerUIBundle, preauthorizeApiKey, replaceState } = pageThatGets({ 'openapi.json': 200 }, hash);
  await showApi(page);
  const [[configuration] = []] = SwaggerUIBundle.mock.calls;
  (configuration as { readonly onComplete: () => void }).onComplete();
  expect([replaceState.mock.calls, preauthorizeApiKey.mock.calls[0]]).toEqual([[[null, '', '/docs']], authorized]);
});

it.each([
  ['The service is not ready.', { 'openapi.json': 200, readyz: 503 }],
  ['The description of the API could not be read: the response is 503.', { 'openapi.json': 503, readyz: 200 }],
  ['The description of the API could not be read: no response arrives.', {}],
])('says: %s', async (text, statuses) => {
  const { page, status, SwaggerUIBundle } = pageThatGets(statuses);
  await showApi(page);
  expect([status.textContent, SwaggerUIBundle.mock.calls.length]).toEqual([
    text,
    text === 'The service is not ready.' ? 1 : 0,
  ]);
});
