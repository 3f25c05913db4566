import type { IncomingMessage, ServerResponse } from 'node:http';
import { format } from 'node:util';
import type { Context } from 'koa';
import { handleErrors } from '../response/handle-errors.ts';
import { handOverHeaders } from '../response/response-headers.ts';
import { pathOf } from '../steps/to-origin-form.ts';
import { noResponse, type Pipeline } from './http-application.ts';
import { type HttpContext, newRequestState, type ResponseContent } from './http-context.ts';
import { runSteps } from './run-steps.ts';

/** A middleware for `app.use` of Koa. Its type does not use Koa's types, so that it fits those of any version. */
export type HttpApiMiddleware = (
  ctx: { readonly req: IncomingMessage; readonly res: ServerResponse },
  next: () => Promise<unknown>,
) => Promise<unknown>;

/** A pipeline with the paths that it handles. Every other path belongs to the outer application. */
export interface MountedPipeline extends Pipeline {
  readonly serves: (path: string) => boolean;
}

// Koa does the same, because listeners of its `error` event rely on an `Error`.
const toError = (bug: unknown): Error => (bug instanceof Error ? bug : new Error(format('non-error thrown: %j', bug)));

const respondThrough = (ctx: Context, { status, body }: ResponseContent): void => {
  // The server itself responds to a body that is malformed HTTP.
  if (ctx.headerSent) return;
  handOverHeaders(ctx.res);
  ctx.status = status;
  ctx.body = body;
};

/**
 * A middleware that runs the steps of a pipeline and leaves the response to the outer Koa application. A bug becomes a
 * 500 and an `error` event of that application.
 */
export const createHttpMiddleware =
  ({ steps, afterWork, afterClose, serves }: MountedPipeline): HttpApiMiddleware =>
  async (context, next) => {
    const outer = context as Context;
    const { res } = outer;
    if (!serves(pathOf(outer.req.url ?? ''))) return next();
    // The client has left while another middleware waited. `close` was emitted before that.
    if (res.destroyed) return undefined;

    const state = newRequestState();
    const requestId = res.getHeader('X-Request-Id');
    if (typeof requestId === 'string') state.requestId = requestId;
    // The state of the outer application stays unchanged.
    const ctx: HttpContext = Object.create(outer, { state: { value: state } });
    res.once('close', () => {
      for (const hook of afterClose) hook(ctx);
    });

    const bugs: unknown[] = [];
    try {
      await runSteps(steps, ctx);
      if (state.response === undefined) throw noResponse();
    } catch (bug) {
      bugs.push(bug);
      handleErrors(ctx, bug);
    }
    state.isWorkDone = true;
    for (const hook of afterWork) hook(ctx);
    if (state.response !== undefined) respondThrough(outer, state.response);
    for (const bug of bugs) outer.app.emit('error', toError(bug), outer);
    return undefined;
  };
