import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Middleware } from 'koa';

/** A file that does not change while the process runs. */
export interface StaticFile {
  readonly mediaType: string;
  readonly content: Buffer;
}

interface Representation {
  readonly bytes: Buffer;
  readonly etag: string;
}

// A strong validator stands for exact bytes, so each coding has its own (RFC 9110, section 8.8.1).
const represent = (bytes: Buffer): Representation => ({
  bytes,
  etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
});

const compress = promisify(gzip);

/**
 * Responds with a file that clients may cache but must revalidate: `Cache-Control: no-cache`, an `ETag`, and 304 if
 * `If-None-Match` matches. A client that accepts gzip gets the file compressed. It is compressed once, off the main
 * thread, at the first such request.
 */
export const staticFile = (
  { mediaType, content }: StaticFile,
  headers: Readonly<Record<string, string>> = {},
): Middleware => {
  const plain = represent(content);
  let compressed: Promise<Representation> | undefined;
  return async (ctx) => {
    const isCompressed = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
    if (isCompressed) compressed ??= compress(content).then(represent);
    const { bytes, etag } = (isCompressed ? await compressed : undefined) ?? plain;
    ctx.vary('Accept-Encoding');
    ctx.set({ ...headers, 'Cache-Control': 'no-cache', ETag: etag });
    ctx.status = 200;
    if (ctx.fresh) {
      ctx.status = 304;
      return;
    }
    if (isCompressed) ctx.set('Content-Encoding', 'gzip');
    ctx.set('Content-Type', mediaType);
    ctx.body = bytes;
  };
};
