import { isUtf8 } from 'node:buffer';
import type { Duplex } from 'node:stream';
import { parseExactJson } from '@animal-store/domain';
import { parse as parseContentType } from 'content-type';
import { either as E } from 'fp-ts';
import type { Context, Middleware, Request } from 'koa';
import koaBodyparser from 'koa-bodyparser';
import { errors } from '../errors.ts';
import { contentCodings, expectsContinue, maxBodyBytes, membersOf } from '../message/request.ts';

const mediaType = 'application/json';

// US-ASCII is a part of UTF-8. RFC 8259, section 11 defines no charset for JSON.
const charsets: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

// A text body without an encoding stays bytes. JSON.parse would round integers, and decoding would hide malformed UTF-8.
const options: koaBodyparser.Options & { readonly encoding: null } = {
  enableTypes: ['text'],
  textLimit: `${maxBodyBytes}b`,
  encoding: null,
};
const readBytes = koaBodyparser(options);

/** The coding that a `Content-Encoding` names, in lower case. */
const codingOf = (header: string | undefined): string => {
  if (header === undefined) return 'identity';
  const named = membersOf(header).join() || 'identity';
  // RFC 9110, section 8.4.1.3.
  return named === 'x-gzip' ? 'gzip' : named;
};

/** Checks the headers of a body in this order: media type, charset, coding (415), length (413). Returns its coding. */
const checkHeaders = (ctx: Context, length: number): string => {
  const { type, parameters } = parseContentType(ctx.get('Content-Type'));
  if (type !== mediaType)
    throw (ctx.req.headersDistinct['content-type'] ?? []).length > 1
      ? errors.repeatedMediaType()
      : errors.otherMediaType();
  if (!charsets.has((parameters['charset'] ?? 'utf-8').toLowerCase())) throw errors.otherCharset();
  const coding = codingOf(ctx.req.headers['content-encoding']);
  if (!contentCodings.includes(coding)) throw errors.otherContentCoding();
  // Compression enlarges a small body slightly, never to twice its size. co-body reads a length above 2^32 as a small one.
  const most = coding === 'identity' ? maxBodyBytes : 2 * maxBodyBytes;
  if (length > most) throw errors.bodyTooLarge();
  return coding;
};

// raw-body 2.5 stops listening to the decompressor when a body is too large, so its next error, for example about a body
// that is cut off as well, would end the process (expressjs/body-parser#255).
const keepListening = ({ req }: Context): void => {
  const pipe = req.pipe.bind(req);
  req.pipe = (decompressor, pipeOptions) => {
    (decompressor as unknown as Duplex).on('error', () => undefined);
    return pipe(decompressor, pipeOptions);
  };
};

const closed = new Error('the response was closed while the body was read');

const decodedBefore =
  'the body was read before it reached the API, which needs its bytes: mount the API in front of the body parser';

const empty = Buffer.alloc(0);

/**
 * A context with only what koa-bodyparser reads. That of the request may have switches of an application around the API:
 * `disableBodyParser`, or a `body` or `rawBody` that is set. The media type was checked before.
 */
const withoutSwitches = ({ req }: Context): Context => {
  const request: Pick<Request, 'is' | 'body'> = { is: () => mediaType, body: undefined };
  return { req, request } as Context;
};

/** The bytes without their coding. */
const read = async (ctx: Context, coding: string): Promise<Buffer> => {
  // A parser in front has decoded the body, which rounds integers and hides malformed UTF-8, or has left it to others.
  if (ctx.req.readableDidRead) throw new Error(decodedBefore);
  // koa-bodyparser knows only this spelling.
  ctx.req.headers['content-encoding'] = coding;
  if (coding !== 'identity') keepListening(ctx);
  if (expectsContinue(ctx.req)) ctx.res.writeContinue();
  const own = withoutSwitches(ctx);
  try {
    // koa-bodyparser waits for ever if a client leaves a compressed body, or if the HTTP parser has refused the rest of a body.
    await new Promise<void>((resolve, reject) => {
      ctx.res.on('close', () => ctx.req.readableEnded || reject(closed));
      readBytes(own, async () => resolve()).catch(reject);
    });
    const { body } = own.request;
    return Buffer.isBuffer(body) ? body : empty;
  } catch (error) {
    // The rest of the body is dropped, so that the client can finish sending and use the connection again.
    ctx.req.unpipe().resume();
    const { status } = error as { readonly status?: number };
    // 500: a middleware in front has destroyed the stream.
    if (status === 500) throw error;
    throw status === 413 ? errors.bodyTooLarge() : errors.incompleteBody();
  }
};

const parse = (bytes: Buffer, names: readonly string[]): E.Either<string, unknown> => {
  if (!isUtf8(bytes)) return E.left('must be encoded in UTF-8');
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF')
    ? E.left('must not begin with a byte order mark (RFC 8259, section 8.1)')
    : parseExactJson(text, names);
};

/**
 * Reads the JSON body of a request with koa-bodyparser, and keeps the fields of these names in `ctx.request.body`, with exact
 * integers. It refuses with 415, 413 or 400, checked in this order. The bytes must be UTF-8, because decoding would replace
 * others.
 */
export const parseBody =
  (names: readonly string[]): Middleware =>
  async (ctx, next) => {
    const { headers } = ctx.req;
    const length = Number(headers['content-length'] ?? 0);
    const coding = checkHeaders(ctx, length);
    // RFC 9112, section 6.3. A decompressor would call an empty body corrupt.
    const hasBody = length > 0 || headers['transfer-encoding'] !== undefined;
    const json = parse(hasBody ? await read(ctx, coding) : empty, names);
    if (E.isLeft(json)) throw errors.invalidJson(json.left);
    ctx.request.body = json.right;
    await next();
  };
