import type { IncomingMessage } from 'node:http';
import { addAbortSignal, Duplex, Readable } from 'node:stream';
import type { NewPet } from '@animal-store/domain';
import { parse as parseContentType } from 'content-type';
import { either as E } from 'fp-ts';
import type { Middleware } from 'koa';
import koaBodyparser from 'koa-bodyparser';
import type { HttpContext, Step } from '../application/http-context.ts';
import { type ErrorCode, respondWithError } from '../response/error-response.ts';
import { expectsContinue } from '../steps/expect-continue.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import { parseJsonBytes } from './parse-json-bytes.ts';
import { readPlainBody, type UnreadBody } from './read-plain-body.ts';

/** The most bytes that a body may have, after decompression. */
export const maxBodyBytes: number = 64 * 1024;

/** The most bytes that a compressed body may have. Compression can enlarge a small body slightly, never to twice its size. */
export const maxPackedBytes: number = 2 * maxBodyBytes;

/** How many bodies are decompressed at a time: the default number of threads that Node.js has for this work. */
const maxDecompressions = 4;

/**
 * The most memory, in bytes, that a body takes while it is read and checked, for a budget: 4 bytes for each byte. If
 * the size of the body is not known in advance, the largest size counts. The 4 decompressors are not counted.
 */
export const bodyCost = (contentLength: number | undefined, coding: string): number =>
  4 * (contentLength === undefined || coding !== 'identity' ? maxBodyBytes : Math.min(contentLength, maxBodyBytes));

/** The content codings (RFC 9110, section 8.4.1) that a body may have. */
export const contentCodings: readonly string[] = ['identity', 'gzip', 'deflate', 'br'];

const mediaType = 'application/json';

const tooLarge: [ErrorCode, string] = ['payload_too_large', `the body must not exceed ${maxBodyBytes} bytes`];

const broken: [ErrorCode, string] = [
  'invalid_request',
  'the body must match its Content-Length and Content-Encoding headers',
];

const isJsonInUtf8 = (header: string): boolean => {
  const { type, parameters } = parseContentType(header);
  return type === mediaType && (parameters['charset'] ?? 'utf-8').toLowerCase() === 'utf-8';
};

const codingOf = ({ headers }: IncomingMessage): string => (headers['content-encoding'] ?? 'identity').toLowerCase();

const refusalOf = (req: IncomingMessage): [ErrorCode, string] | undefined => {
  const { headers } = req;
  if (!isJsonInUtf8(headers['content-type'] ?? '')) {
    return ['unsupported_media_type', 'the body must be application/json, in UTF-8'];
  }
  const coding = codingOf(req);
  if (!contentCodings.includes(coding)) {
    return ['unsupported_media_type', `the Content-Encoding must be one of ${contentCodings.join(', ')}`];
  }
  // co-body 6.2 reads Content-Length by `~~` (lib/text.js), which turns 4294967301 into 5. This check can go when
  // co-body compares the whole number.
  const limit = coding === 'identity' ? maxBodyBytes : maxPackedBytes;
  if (Number(headers['content-length'] ?? 0) > limit) return tooLarge;
  return undefined;
};

// The body is read as bytes, because text would hide malformed UTF-8, and JSON.parse would round integers.
const createParser = (limit: number): Middleware => {
  const options: koaBodyparser.Options & { readonly encoding: null } = {
    enableTypes: ['text'],
    extendTypes: { text: [mediaType] },
    textLimit: `${limit}b`,
    encoding: null,
  };
  return koaBodyparser(options);
};

const parsePlain = createParser(maxBodyBytes);
const parsePacked = createParser(maxPackedBytes);

// The type makes the compiler require every field of a new animal here.
const fields: Readonly<Record<keyof NewPet, true>> = { name: true, categoryId: true, status: true };
const fieldNames = Object.keys(fields);

const readBytes = async (parse: Middleware, ctx: HttpContext): Promise<Buffer> => {
  await parse(ctx, () => Promise.resolve());
  const { body } = ctx.request;
  // Otherwise the request would keep the bytes until its response is sent.
  Object.assign(ctx.request, { body: undefined, rawBody: undefined });
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
};

// A decompressor starts only after the whole body has arrived. It takes 110 KB or more for any brotli body, and would
// otherwise keep them as long as the client sends.
const unpack = async (packed: Buffer, coding: string, ctx: HttpContext): Promise<Buffer> => {
  const headers = { 'content-type': mediaType, 'content-encoding': coding };
  const req = Object.assign(Readable.from([packed]), { headers });
  const pipe = req.pipe.bind(req);
  const ended = new AbortController();
  req.pipe = (decompressor, options) => {
    // raw-body 2.5 stops listening to the decompressor when a body is too large, so its next error, for example about a
    // body that is cut off as well, would end the process (expressjs/body-parser#255). This listener can go when
    // raw-body keeps its own.
    decompressor.on('error', () => undefined);
    if (decompressor instanceof Duplex) addAbortSignal(ended.signal, decompressor);
    return pipe(decompressor, options);
  };
  try {
    return await readBytes(parsePlain, Object.create(ctx, { req: { value: req } }));
  } finally {
    ended.abort();
  }
};

const unpackInTurn = limitConcurrency(maxDecompressions);

const readCompressedBody = async (ctx: HttpContext, coding: string): Promise<Buffer> => {
  // koa-bodyparser must read the bytes without decompressing them.
  ctx.req.headers['content-encoding'] = 'identity';
  const packed = await readBytes(parsePacked, ctx);
  return unpackInTurn(() => unpack(packed, coding, ctx));
};

const reasonOf = (error: unknown): UnreadBody =>
  (error as { readonly status?: number }).status === 413 ? 'too-large' : 'incomplete';

const readBody = (ctx: HttpContext, coding: string): Promise<Buffer | UnreadBody> =>
  coding === 'identity' ? readPlainBody(ctx.req, maxBodyBytes) : readCompressedBody(ctx, coding).catch(reasonOf);

const refuseUnread = (ctx: HttpContext, reason: UnreadBody): void => {
  // The rest of the body is dropped, so that the client can finish sending and read the response.
  ctx.req.resume();
  respondWithError(ctx, ...(reason === 'too-large' ? tooLarge : broken));
};

const readTwice = (): Error =>
  new Error(
    'The body was read before the API could read it: use createHttpApiMiddleware before the body parser, ' +
      'or a body parser that sets ctx.request.rawBody, such as koa-bodyparser',
  );

// A body that need not be read: there is none, or a parser of the outer application has read it. The value
// that the parser made is not used, because integers are rounded in it.
const takeReadBody = ({ req, request }: HttpContext): Buffer | UnreadBody | undefined => {
  // Without these headers there is no body (RFC 9112, section 6.3), and Node.js emits no event for it.
  if (req.headers['content-length'] === undefined && req.headers['transfer-encoding'] === undefined) {
    return Buffer.alloc(0);
  }
  const { rawBody } = request;
  if (typeof rawBody === 'string' || Buffer.isBuffer(rawBody)) {
    const bytes = Buffer.from(rawBody);
    return bytes.length > maxBodyBytes ? 'too-large' : bytes;
  }
  if (req.readableDidRead || req.readableEnded) throw readTwice();
  return undefined;
};

/** Reads the body of a request into `ctx.state.body`, or refuses it with 415, 413 or 400, checked in this order. */
export const readJsonBody: Step = async (ctx) => {
  const refusal = refusalOf(ctx.req);
  if (refusal !== undefined) return respondWithError(ctx, ...refusal);
  const coding = codingOf(ctx.req);
  const read = takeReadBody(ctx);
  if (expectsContinue(ctx.req)) {
    if (read === undefined) ctx.res.writeContinue();
    ctx.state.isContinued = true;
  }

  const bytes = read ?? (await readBody(ctx, coding));
  if (typeof bytes === 'string') return refuseUnread(ctx, bytes);
  const json = parseJsonBytes(bytes, fieldNames);
  if (E.isLeft(json)) return respondWithError(ctx, 'invalid_request', `the body ${json.left}`);
  ctx.state.body = json.right;
};
