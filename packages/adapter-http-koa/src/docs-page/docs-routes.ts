import type { Step } from '../application/http-context.ts';
import { respondWithStaticFile } from '../response/static-file.ts';
import { readDocsAssets } from './docs-assets.ts';

/**
 * What the page may do (Content Security Policy Level 3): run and show what comes from its own origin, and call nothing
 * else. `data:` is for the icons inside Swagger UI's style sheet. No inline script or style is let in.
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

/** The documentation page: `GET /docs` and its files, by their paths. It asks for no key. */
export const docsRoutes = (): ReadonlyMap<string, Step> =>
  new Map(Object.entries(readDocsAssets()).map(([path, asset]) => [path, respondWithStaticFile(asset, headers)]));
