import type { Step } from '../application/http-context.ts';
import { respondWithStaticFile } from '../response/static-file.ts';
import { readDocsAssets } from './docs-assets.ts';

/**
 * Limits the page to scripts, styles and requests of its own origin (Content Security Policy Level 3). `data:` is for
 * the icons in Swagger UI's style sheet. Inline scripts and styles are not allowed.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = { 'Content-Security-Policy': contentSecurityPolicy, 'Referrer-Policy': 'no-referrer' };

/** The documentation page: `GET /docs` and its files, by their paths. It needs no key. */
export const docsRoutes = (): ReadonlyMap<string, Step> =>
  new Map(Object.entries(readDocsAssets()).map(([path, asset]) => [path, respondWithStaticFile(asset, headers)]));
