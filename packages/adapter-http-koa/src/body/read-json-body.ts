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

/** How many bodies are decompressed at a time: as many as Node.js has threads for it by default. */
const maxDecompressions = 4;

/**
 * The most memory, in bytes, that a body takes while it is read and checked, for a budget: 4 bytes for each byte, of the
 * largest body if its size is not known before. Decompressors, of which there are 4 at most, are not counted.
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
  // The parser reads Content-Length by ~~, which makes 5 of 4294967301.
  const limit = coding === 'identity' ? maxBodyBytes : maxPackedBytes;
  if (Number(headers['content-length'] ?? 0) > limit) return tooLarge;
  return undefined;
};

// The body is read as bytes: text would hide malformed UTF-8, and JSON.parse in the parser would round integers.
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

// The compiler requires every field of a new animal here.
const fields: Readonly<Record<keyof NewPet, true>> = { name: true, categoryId: true, status: true };
const fieldNames = Object.keys(fields);

const readBytes = async (parse: Middleware, ctx: HttpContext): Promise<Buffer> => {
  await parse(ctx, () => Promise.resolve());
  const { body } = ctx.request;
  // The request would keep the bytes until its response is sent.
  Object.assign(ctx.request, { body: undefined, rawBody: undefined });
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
};

// A decompressor starts only when the whole body has arrived: it holds 110 KB and more for any brotli body, and would
// hold them for as long as the client takes.
const unpack = async (packed: Buffer, coding: string, ctx: HttpContext): Promise<Buffer> => {
  const headers = { 'content-type': mediaType, 'content-encoding': coding };
  const req = Object.assign(Readable.from([packed], { objectMode: false }), { headers });
  const pipe = req.pipe.bind(req);
  const ended = new AbortController();
  req.pipe = (decompressor, options) => {
    // raw-body 2.5 leaves a body that is too large, and listens for no more errors of the decompressor: the next one,
    // such as that of a body that is cut off as well, would end the process.
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
  // The parser reads the bytes as they are sent.
  ctx.req.headers['content-type'] = mediaType;
  ctx.req.headers['content-encoding'] = 'identity';
  const packed = await readBytes(parsePacked, ctx);
  return unpackInTurn(() => unpack(packed, coding, ctx));
};

const reasonOf = (error: unknown): UnreadBody =>
  (error as { readonly status?: number }).status === 413 ? 'too-large' : 'incomplete';

const readBody = (ctx: HttpContext, coding: string): Promise<Buffer | UnreadBody> =>
  coding === 'identity' ? readPlainBody(ctx.req, maxBodyBytes) : readCompressedBody(ctx, coding).catch(reasonOf);

const refuseUnread = (ctx: HttpContext, reason: UnreadBody): void => {
  // What is left of the body is thrown away, so that the client can finish sending it and see the response.
  ctx.req.resume();
  respondWithError(ctx, ...(reason === 'too-large' ? tooLarge : broken));
};

const readTwice = (): Error =>
  new Error(
    'The body was read before the API could read it: use createHttpApiMiddleware before the body parser, ' +
      'or a body parser that sets ctx.request.rawBody, such as koa-bodyparser',
  );

// The text of a body that a parser of an application around the API has read. What it made of the text has lost integers.
const takeReadBody = ({ req, request }: HttpContext): Buffer | UnreadBody | undefined => {
  const { rawBody } = request;
  if (typeof rawBody === 'string' || Buffer.isBuffer(rawBody)) {
    const bytes = Buffer.from(rawBody);
    return bytes.length > maxBodyBytes ? 'too-large' : bytes;
  }
  if (req.readableDidRead || req.readableEnded) throw readTwice();
  return undefined;
};

/** Reads the body of a POST into `ctx.state.body`, or refuses it: 415 before 413 before 400. */
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
