import { addAbortSignal, Duplex, Readable } from 'node:stream';
import Koa from 'koa';
import koaBodyparser from 'koa-bodyparser';
import { maxBodyBytes } from '../limits.ts';
import type { UnreadBody } from '../message/request.ts';

// `text` leaves the body as it is, and without an encoding it stays bytes: text would hide malformed UTF-8, and JSON.parse
// would round integers.
const options: koaBodyparser.Options & { readonly encoding: null } = {
  enableTypes: ['text'],
  textLimit: `${maxBodyBytes}b`,
  encoding: null,
};
const parse = koaBodyparser(options);

const koa = new Koa();

const reasonOf = (error: unknown): UnreadBody =>
  (error as { readonly status?: number }).status === 413 ? 'too-large' : 'incomplete';

/**
 * Decompresses a body with koa-bodyparser, after all of it has arrived: a decompressor takes 110 KB or more for any brotli
 * body, and would otherwise keep them as long as the client sends.
 */
export const unpackBody = async (packed: Buffer, coding: string): Promise<Buffer | UnreadBody> => {
  const headers = { 'content-type': 'text/plain', 'content-encoding': coding, 'transfer-encoding': 'chunked' };
  const req = Object.assign(Readable.from([packed]), { headers });
  const pipe = req.pipe.bind(req);
  const ended = new AbortController();
  req.pipe = (decompressor, pipeOptions) => {
    // raw-body 2.5 stops listening to the decompressor when a body is too large, so its next error, for example about a
    // body that is cut off as well, would end the process (expressjs/body-parser#255). `addAbortSignal` continues to listen.
    if (decompressor instanceof Duplex) addAbortSignal(ended.signal, decompressor);
    return pipe(decompressor, pipeOptions);
  };
  const request: Koa.Request = Object.create(koa.request, { req: { value: req } });
  const context: Koa.Context = Object.create(koa.context, { req: { value: req }, request: { value: request } });
  try {
    await parse(context, () => Promise.resolve());
    const { body } = request;
    return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  } catch (error) {
    return reasonOf(error);
  } finally {
    ended.abort();
  }
};
