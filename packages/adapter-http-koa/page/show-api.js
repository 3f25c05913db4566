import { nameControls, pathsAsText } from './accessible.js';
import { documentForPage } from './document-for-page.js';
import { exactResponses } from './exact-responses.js';
import { foldedHeaders } from './folded-headers.js';
import { withWholeHeaders } from './whole-headers.js';

/**
 * The parts of the browser that the page uses, and Swagger UI, which it has loaded.
 * @typedef {{
 *   readonly location: { readonly href: string, readonly hash: string },
 *   readonly history: { replaceState(data: null, unused: string, url: string): void },
 *   readonly document: import('./accessible.js').PageDocument & {
 *     readonly documentElement: { readonly classList: { toggle(name: string, isSet: boolean): unknown } },
 *     querySelector(selector: string): { textContent: string | null } | null,
 *   },
 *   readonly MutationObserver: import('./accessible.js').Observer,
 *   matchMedia(query: string): { readonly matches: boolean, onchange: (() => void) | null },
 *   fetch(url: string): Promise<{ readonly ok: boolean, readonly status: number, json(): Promise<unknown> }>,
 *   SwaggerUIBundle(configuration: object): { preauthorizeApiKey(scheme: string, key: string): unknown },
 * }} Page
 */

/**
 * Takes the API key from the fragment `#key=…` of the address, and removes it from the address and from the history. A
 * browser never sends a fragment.
 * @param {Page} page
 */
const takeKey = ({ location, history }) => {
  const [, key] = /^#key=(ask_[a-z0-9_]+)$/.exec(location.hash) ?? [];
  if (location.hash.startsWith('#key=')) history.replaceState(null, '', new URL(location.href).pathname);
  return key;
};

/**
 * Follows the colour scheme of the browser. Swagger UI 5 has dark rules for this class, and does not set it itself.
 * @param {Page} page
 */
const followColorScheme = (page) => {
  const { document } = page;
  const dark = page.matchMedia('(prefers-color-scheme: dark)');
  const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.onchange = follow;
  follow();
};

/**
 * Shows the API that `openapi.json` next to the page describes, ready to be tried, and whether the service is ready; or an
 * error if the description cannot be read.
 * @param {Page} page
 * @returns {Promise<void>}
 */
export const showApi = async (page) => {
  const key = takeKey(page);
  followColorScheme(page);
  const [response, readiness] = await Promise.all(
    ['openapi.json', 'readyz'].map((path) => page.fetch(path).catch(() => undefined)),
  );
  const status = page.document.querySelector('#status');
  if (!response?.ok) {
    const reason = response === undefined ? 'no response arrives' : `the response is ${response.status}`;
    if (status !== null) status.textContent = `The description of the API could not be read: ${reason}.`;
    return;
  }
  if (status !== null) status.textContent = `The service is ${readiness?.ok ? 'ready' : 'not ready'}.`;
  const document = /** @type {import('./document-for-page.js').ApiDocument} */ (await response.json());

  const ui = page.SwaggerUIBundle({
    dom_id: '#api',
    spec: documentForPage(document, page.location.href),
    plugins: [exactResponses, foldedHeaders, pathsAsText],
    responseInterceptor: withWholeHeaders,
    // The contrast of the default theme is too low.
    syntaxHighlight: { theme: 'obsidian' },
    deepLinking: true,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    // The key is lost with the page, and never written to the browser's storage.
    persistAuthorization: false,
    // The badge would send the address of the document to another host.
    validatorUrl: null,
    onComplete: () => {
      if (key !== undefined) ui.preauthorizeApiKey('bearerAuth', key);
    },
  });
  nameControls(page);
};
