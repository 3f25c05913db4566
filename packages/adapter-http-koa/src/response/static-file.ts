import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Step } from '../application/http-context.ts';
import type { TrackedRequest } from '../client-connection.ts';
import { respond } from './respond.ts';
import { setHeader } from './response-headers.ts';

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
 * thread, at the first such request. A server that tracks its connections counts the file until it is read, so it may
 * have to wait for others.
 */
export const respondWithStaticFile = (
  { mediaType, content }: StaticFile,
  headers: Readonly<Record<string, string>> = {},
): Step => {
  const plain = represent(content);
  let compressed: Promise<Representation> | undefined;
  const compressOnce = (): Promise<Representation> => {
    compressed ??= compress(content).then(represent);
    return compressed;
  };
  return async (ctx) => {
    const isCompressed = ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
    const { bytes, etag } = isCompressed ? await compressOnce() : plain;

    ctx.status = 200;
    ctx.vary('Accept-Encoding');
    ctx.set('ETag', etag);
    setHeader(ctx.res, 'Cache-Control', 'no-cache');
    for (const [name, value] of Object.entries(headers)) setHeader(ctx.res, name, value);
    if (ctx.fresh) {
      respond(ctx, 304);
      return;
    }
    setHeader(ctx.res, 'Content-Type', mediaType);
    if (isCompressed) setHeader(ctx.res, 'Content-Encoding', 'gzip');
    const { clientConnection }: TrackedRequest = ctx.req;
    if (ctx.method !== 'HEAD') await clientConnection?.waitToSend(bytes.length);
    respond(ctx, 200, bytes);
  };
};
