import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Router from '@koa/router';
import type { Middleware } from 'koa';

/** A file that does not change while the process runs. */
export interface StaticFile {
  readonly mediaType: string;
  readonly content: Buffer;
}

/**
 * Responds with a file that clients may cache but must revalidate: `Cache-Control: no-cache`, an `ETag`, and 304 if
 * `If-None-Match` matches. A proxy in front compresses it.
 */
export const staticFile = (
  { mediaType, content }: StaticFile,
  headers: Readonly<Record<string, string>> = {},
): Middleware => {
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  return (ctx) => {
    ctx.set({ ...headers, 'Cache-Control': 'no-cache', ETag: etag });
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    ctx.set('Content-Type', mediaType);
    ctx.body = content;
  };
};

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

// The compiled output contains these files; the sources run in the workspace, where swagger-ui-dist is installed.
const ofSwaggerUi = (name: string): string | URL => {
  const built = new URL(`./swagger-ui/${name}`, import.meta.url);
  return existsSync(built) ? built : createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);
};

// The path is the same from the sources and from the compiled output.
const own = (name: string): URL => new URL(`../page/${name}`, import.meta.url);

/**
 * Registers the documentation page, `GET /docs` and its files, without a key. It reads them at the start, so an incomplete
 * package stops the start. No other file can be requested, because each has a route.
 */
export const docsRoutes = (router: Router): void => {
  const serve = (path: string, mediaType: string, file: string | URL): void => {
    router.get(path, staticFile({ mediaType: `${mediaType}; charset=utf-8`, content: readFileSync(file) }, headers));
  };
  serve('/docs', 'text/html', own('index.html'));
  serve('/docs/docs-page.css', 'text/css', own('docs-page.css'));
  serve('/docs/api-key.js', 'text/javascript', own('api-key.js'));
  serve('/docs/docs-page.js', 'text/javascript', own('docs-page.js'));
  serve('/docs/swagger-ui.css', 'text/css', ofSwaggerUi('swagger-ui.css'));
  serve('/docs/swagger-ui-bundle.js', 'text/javascript', ofSwaggerUi('swagger-ui-bundle.js'));
};
