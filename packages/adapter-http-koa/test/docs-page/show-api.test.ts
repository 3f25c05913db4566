import { describe, expect, it, vi } from 'vitest';
import { exactResponses } from '../../page/exact-responses.js';
import { foldedHeaders } from '../../page/folded-headers.js';
import { type Page, showApi } from '../../page/show-api.js';
import { withWholeHeaders } from '../../page/whole-headers.js';
import { createOpenApiDocument } from '../../src/index.ts';

const pageThatGets = (fetch: Page['fetch']) => {
  const SwaggerUIBundle = vi.fn((_configuration: object) => undefined);
  const element = { textContent: 'The page is loading.' };
  const document = { querySelector: (selector: string) => (selector === '#api p' ? element : null) };
  const location = { href: 'http://localhost:8080/docs' };
  return { page: { location, document, fetch, SwaggerUIBundle }, element, SwaggerUIBundle };
};

const responding = (status: number, json: unknown): Page['fetch'] =>
  vi.fn(() => Promise.resolve({ ok: status === 200, status, json: () => Promise.resolve(json) }));

describe('showApi', () => {
  it('shows the document next to the page, and does not store the key', async () => {
    const document = createOpenApiDocument({ base: '/v1' });
    const { page, SwaggerUIBundle } = pageThatGets(responding(200, document));
    await showApi(page);
    expect(page.fetch).toHaveBeenCalledExactlyOnceWith('openapi.json');
    expect(SwaggerUIBundle.mock.calls.map(([configuration]) => configuration)).toEqual([
      {
        dom_id: '#api',
        spec: expect.objectContaining({ paths: document.paths, servers: [{ url: 'http://localhost:8080/v1' }] }),
        plugins: [exactResponses, foldedHeaders],
        responseInterceptor: withWholeHeaders,
        deepLinking: true,
        displayRequestDuration: true,
        tryItOutEnabled: true,
        persistAuthorization: false,
        validatorUrl: null,
      },
    ]);
  });

  it.each([
    ['the response is 503', responding(503, {})],
    ['no response arrives', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('shows an error if %s', async (reason, fetch) => {
    const { page, element, SwaggerUIBundle } = pageThatGets(fetch);
    await showApi(page);
    expect(element.textContent).toBe(`The description of the API could not be read: ${reason}.`);
    expect(SwaggerUIBundle).not.toHaveBeenCalled();
  });
});
