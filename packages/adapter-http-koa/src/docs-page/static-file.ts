import { createHash } from 'node:crypto';
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
