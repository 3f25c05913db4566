import type { IncomingMessage, ServerResponse } from 'node:http';
import { format } from 'node:util';
import type { Context } from 'koa';
import { errors } from '../message/errors.ts';
import { readTarget } from '../message/request-target.ts';
import type { ApiResponse } from '../message/response.ts';
import type { Pipeline } from '../pipeline.ts';
import { beginExchange } from './exchange.ts';
import type { RequestReport } from './report-request.ts';

/** A middleware for `app.use` of Koa. Its type does not use Koa's types, so that it fits those of any version. */
export type HttpApiMiddleware = (
  ctx: { readonly req: IncomingMessage; readonly res: ServerResponse },
  next: () => Promise<unknown>,
) => Promise<unknown>;

// Koa does the same, because listeners of its `error` event rely on an `Error`.
const toError = (bug: unknown): Error => (bug instanceof Error ? bug : new Error(format('non-error thrown: %j', bug)));

const respondThrough = (ctx: Context, { status, headers, body, closes }: ApiResponse): void => {
  // The server itself responds to a body that is malformed HTTP.
  if (ctx.headerSent) return;
  for (let index = 0; index < headers.length; index += 2) {
    const [name = '', value = ''] = headers.slice(index, index + 2);
    if (name === 'Vary') ctx.vary(value);
    else ctx.set(name, value);
  }
  if (closes === true) ctx.set('Connection', 'close');
  ctx.status = status;
  ctx.body = body;
};

/**
 * A middleware that leaves the responses of a pipeline to the outer Koa application, whose state stays unchanged. A bug
 * becomes a 500 and an `error` event of that application.
 */
export const createKoaMiddleware =
  (pipeline: Pipeline, report?: (request: RequestReport) => void): HttpApiMiddleware =>
  async (context, next) => {
    const outer = context as Context;
    const { req, res } = outer;
    if (!pipeline.serves(readTarget(req.url ?? '').path)) return next();
    // The client has left while another middleware waited. `close` was emitted before that.
    if (res.destroyed) return undefined;

    const known = { requestId: res.getHeader('X-Request-Id'), rawBody: outer.request.rawBody };
    const { request, finish } = beginExchange(pipeline, report, req, res, known);
    const response = await pipeline.respond(request);
    finish(response);
    respondThrough(outer, response);
    if (response.status === errors.bug.response.status) outer.app.emit('error', toError(response.failure), outer);
    return undefined;
  };
