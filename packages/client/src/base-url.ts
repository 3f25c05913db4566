// In a browser the address may be relative to that of the page. The types of Node.js do not know this global.
const pageAddress = (): string | undefined => (globalThis as { location?: { readonly href: string } }).location?.href;

/** The base URL of the API without a slash at its end. Throws a `TypeError` if a client cannot call it. */
export const normalizeBaseUrl = (baseUrl: string | URL): string => {
  const url = new URL(baseUrl, pageAddress());
  if (!['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must be an http or https URL without credentials, query and fragment');
  }
  return (url.origin + url.pathname).replace(/\/+$/, '');
};

/**
 * Resolves a reference in a response against the URL of that response; undefined if it leads to another origin, which must
 * not get the API key.
 */
export const resolveInOrigin = (reference: string, from: string): string | undefined => {
  if (!URL.canParse(reference, from)) return undefined;
  const url = new URL(reference, from);
  const { origin, protocol } = new URL(from);
  // A blob: URL has the origin of the page that created it.
  if (url.origin !== origin || url.protocol !== protocol) return undefined;
  return origin + url.pathname + url.search;
};
