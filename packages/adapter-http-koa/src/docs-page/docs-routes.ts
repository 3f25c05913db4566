import type Router from '@koa/router';
import { readDocsAssets } from './docs-assets.ts';
import { staticFile } from './static-file.ts';

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

/** Registers the documentation page, `GET /docs` and its files. It needs no key. */
export const docsRoutes = (router: Router): void => {
  for (const [path, file] of Object.entries(readDocsAssets())) router.get(path, staticFile(file, headers));
};
