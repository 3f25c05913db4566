import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import Koa from 'koa';
import { handleErrors } from '../response/handle-errors.ts';
import { type HttpContext, newRequestState, type RequestState, type Step } from './http-context.ts';
import { runSteps } from './run-steps.ts';
import { writeResponse } from './write-response.ts';

/** What a request meets, from its headers to the end of its response. */
export interface Pipeline {
  /** Run in this order until one responds. */
  readonly steps: readonly Step[];
  /** Run in this order when no step works on the request any more, right before the response is written. */
  readonly afterWork: readonly ((ctx: HttpContext) => void)[];
  /** Run in this order once the response is sent or its connection lost. That may be in the middle of the work. */
  readonly afterClose: readonly ((ctx: HttpContext) => void)[];
}

/** The bug of a pipeline of which no step has responded. */
export const noResponse = (): Error => new Error('No step has responded');

/**
 * An application of Koa that runs its steps without a promise where none of them waits, and writes the response itself.
 * The listener gives a promise, if any, that resolves when the work on the request is done. It is never rejected.
 */
export const createHttpApplication = ({ steps, afterWork, afterClose }: Pipeline): RequestListener => {
  const app = new Koa<RequestState>();

  const work = (ctx: HttpContext): void | Promise<void> => {
    try {
      return runSteps(steps, ctx);
    } catch (bug) {
      return handleErrors(ctx, bug);
    }
  };

  const finish = (ctx: HttpContext): void => {
    const { res, state } = ctx;
    try {
      if (state.response === undefined) handleErrors(ctx, noResponse());
      state.isWorkDone = true;
      for (const hook of afterWork) hook(ctx);
      if (state.response !== undefined) writeResponse(res, state.response);
    } catch (bug) {
      // Without this the client would wait for ever, and so would what waits for the end of the response.
      state.failure = bug;
      res.destroy();
    }
  };

  return (req: IncomingMessage, res: ServerResponse) => {
    const ctx = app.createContext<RequestState>(req, res);
    ctx.state = newRequestState();
    res.once('close', () => {
      for (const hook of afterClose) hook(ctx);
    });
    const working = work(ctx);
    if (working === undefined) return finish(ctx);
    return working.catch((bug: unknown) => handleErrors(ctx, bug)).then(() => finish(ctx));
  };
};
