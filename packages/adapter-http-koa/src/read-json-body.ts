import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { parse as parseContentType } from 'content-type';
import { either as E } from 'fp-ts';
import koaBodyparser from 'koa-bodyparser';
import { answerError, type ErrorCode } from './error-answer.ts';
import { parseExactJson } from './exact-json.ts';
import { expectsContinue } from './expect-continue.ts';
import type { HttpContext, HttpMiddleware } from './http-context.ts';

/** The most bytes that a body may have, after decompression. */
export const maxBodyBytes: number = 64 * 1024;

/** The same before decompression: some texts grow a little by it, none that means no harm to twice its size. */
const maxPackedBytes = 2 * maxBodyBytes;

/** The content codings (RFC 9110, section 8.4.1) that a body may have. */
export const contentCodings: readonly string[] = ['identity', 'gzip', 'deflate', 'br'];

const tooLarge: [ErrorCode, string] = ['payload_too_large', `the body must not exceed ${maxBodyBytes} bytes`];

const broken: [ErrorCode, string] = [
  'invalid_request',
  'the body must have the length and the Content-Encoding that its headers say',
];

const isJsonInUtf8 = (header: string): boolean => {
  const { type, parameters } = parseContentType(header);
  return type === 'application/json' && (parameters['charset'] ?? 'utf-8').toLowerCase() === 'utf-8';
};

const refuseUnread = ({ headers }: IncomingMessage): [ErrorCode, string] | undefined => {
  if (!isJsonInUtf8(headers['content-type'] ?? '')) {
    return ['unsupported_media_type', 'the body must be application/json, in UTF-8'];
  }
  const coding = (headers['content-encoding'] ?? 'identity').toLowerCase();
  if (!contentCodings.includes(coding)) {
    return ['unsupported_media_type', `the Content-Encoding must be one of ${contentCodings.join(', ')}`];
  }
  // The parser reads Content-Length by ~~, which makes 5 of 4294967301.
  const limit = coding === 'identity' ? maxBodyBytes : maxPackedBytes;
  if (Number(headers['content-length'] ?? 0) > limit) return tooLarge;
  // From here on the parser is to see the same type and coding as the checks above did.
  headers['content-type'] = 'application/json';
  headers['content-encoding'] = coding;
  return undefined;
};

// The body is taken as bytes: as text it would hide what is no UTF-8, and the parser's own JSON.parse would round.
const asBytes: koaBodyparser.Options & { readonly encoding: null } = {
  enableTypes: ['text'],
  extendTypes: { text: ['application/json'] },
  textLimit: `${maxBodyBytes}b`,
  encoding: null,
};

const parseBody = koaBodyparser(asBytes);

// Compressed bytes that decompress to nothing would pass the parser's limit for ever.
const rejectBeyondLimit = (req: IncomingMessage): Promise<never> =>
  new Promise((_, reject) => {
    let received = 0;
    req.on('data', (chunk: Buffer) => {
      received += chunk.length;
      if (received > maxPackedBytes)
        reject(Object.assign(new Error('too large before decompression'), { status: 413 }));
    });
  });

const readBytes = async (ctx: HttpContext): Promise<Buffer> => {
  const parsed = parseBody(ctx, () => Promise.resolve());
  // A decompressor would wait for ever when the client goes away in the middle of the body.
  await (ctx.req.headers['content-encoding'] === 'identity'
    ? parsed
    : Promise.race([parsed, rejectBeyondLimit(ctx.req), finished(ctx.req).then(() => parsed)]));
  return Buffer.isBuffer(ctx.request.rawBody) ? ctx.request.rawBody : Buffer.alloc(0);
};

const refuseUnreadable = (ctx: HttpContext, error: unknown): void => {
  // What is left of the body is thrown away, so that the client can finish sending it and see the answer.
  ctx.req.unpipe();
  ctx.req.resume();
  answerError(ctx, ...((error as { readonly status?: number }).status === 413 ? tooLarge : broken));
};

/** Reads the body of a POST into `ctx.state.body`, or refuses it: 415 before 413 before 400. */
export const readJsonBody: HttpMiddleware = async (ctx, next) => {
  const refusal = refuseUnread(ctx.req);
  if (refusal !== undefined) return answerError(ctx, ...refusal);
  if (expectsContinue(ctx.req)) {
    ctx.res.writeContinue();
    ctx.state.isContinued = true;
  }

  const bytes = await readBytes(ctx).catch((error: unknown) => refuseUnreadable(ctx, error));
  if (bytes === undefined) return;
  const json = parseExactJson(bytes);
  if (E.isLeft(json)) return answerError(ctx, 'invalid_request', `the body ${json.left}`);
  ctx.state.body = json.right;
  return next();
};
