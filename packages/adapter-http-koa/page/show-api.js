import { documentForPage } from './document-for-page.js';
import { exactResponses } from './exact-responses.js';
import { foldedHeaders } from './folded-headers.js';
import { withWholeHeaders } from './whole-headers.js';

/**
 * The parts of the browser that the page uses, and Swagger UI, which it has loaded.
 * @typedef {{
 *   readonly location: { readonly href: string },
 *   readonly document: { querySelector(selector: string): { textContent: string | null } | null },
 *   fetch(url: string): Promise<{ readonly ok: boolean, readonly status: number, json(): Promise<unknown> }>,
 *   SwaggerUIBundle(configuration: object): unknown,
 * }} Page
 */

/**
 * Shows the API that `openapi.json` next to the page describes, ready to be tried, or an error if that cannot be read.
 * @param {Page} page
 * @returns {Promise<void>}
 */
export const showApi = async (page) => {
  const response = await page.fetch('openapi.json').catch(() => undefined);
  if (!response?.ok) {
    const element = page.document.querySelector('#api p');
    const status = response === undefined ? 'no response arrives' : `the response is ${response.status}`;
    if (element !== null) element.textContent = `The description of the API could not be read: ${status}.`;
    return;
  }
  const document = /** @type {import('./document-for-page.js').ApiDocument} */ (await response.json());

  page.SwaggerUIBundle({
    dom_id: '#api',
    spec: documentForPage(document, page.location.href),
    plugins: [exactResponses, foldedHeaders],
    responseInterceptor: withWholeHeaders,
    deepLinking: true,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    // The key is lost with the page, and never written to the browser's storage.
    persistAuthorization: false,
    // The badge would send the address of the document to another host.
    validatorUrl: null,
  });
};
