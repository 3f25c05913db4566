import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Koa from 'koa';
import type { ApiRequest } from '../message/request.ts';
import type { OpenOperation } from './operation.ts';

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

const koa = new Koa();

/** The request as Koa reads it, which negotiates the coding and compares the `ETag` of the response. */
const koaRequest = ({ headers, method }: ApiRequest, etag: string): Koa.Request =>
  Object.create(koa.request, {
    req: { value: { headers, method } },
    ctx: { value: { status: 200 } },
    response: { value: { header: { etag } } },
  });

/**
 * Responds with a file that clients may cache but must revalidate: `Cache-Control: no-cache`, an `ETag`, and 304 if
 * `If-None-Match` matches. A client that accepts gzip gets the file compressed. It is compressed once, off the main
 * thread, at the first such request. A server that tracks its connections counts the file until it is read, so it may
 * have to wait for others.
 */
export const staticFile = ({ mediaType, content }: StaticFile, ownHeaders: readonly string[] = []): OpenOperation => {
  const plain = represent(content);
  let compressed: Promise<Representation> | undefined;
  const compressOnce = (): Promise<Representation> => {
    compressed ??= compress(content).then(represent);
    return compressed;
  };
  return async (request) => {
    const isCompressed = koaRequest(request, '').acceptsEncodings('gzip', 'identity') === 'gzip';
    const { bytes, etag } = isCompressed ? await compressOnce() : plain;
    const headers = ['ETag', etag, ...ownHeaders];
    const common = { cacheControl: 'no-cache', vary: 'Accept-Encoding' } as const;
    if (koaRequest(request, etag).fresh) return { ...common, status: 304, headers };
    const coding = isCompressed ? ['Content-Encoding', 'gzip'] : [];
    if (request.method !== 'HEAD') await request.connection.waitToSend(bytes.length);
    return { ...common, status: 200, headers: [...headers, 'Content-Type', mediaType, ...coding], body: bytes };
  };
};
