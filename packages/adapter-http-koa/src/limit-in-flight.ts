import { isProtected } from './authenticate-request.ts';
import { answerError } from './error-answer.ts';
import type { HttpMiddleware } from './http-context.ts';

/**
 * Refuses requests under /v1 with 503 while `most` of them are in flight, before their key is checked or a byte of
 * their body is read. One is in flight from its headers on, as long as the service works on it and, once its key is
 * known, until its answer is sent: strangers cannot hold a place by not reading.
 */
export const limitInFlight = (most: number): HttpMiddleware => {
  const failure = `${most} requests are in flight already`;
  let inFlight = 0;
  const leave = (): void => {
    inFlight -= 1;
  };
  return async (ctx, next) => {
    if (!isProtected(ctx.path)) return next();
    if (inFlight >= most) {
      ctx.state.failure = failure;
      return answerError(ctx, 'service_unavailable', 'too many requests are under way; try again');
    }
    inFlight += 1;
    try {
      await next();
    } finally {
      if (ctx.state.apiKey === undefined || ctx.res.destroyed) leave();
      else ctx.res.once('close', leave);
    }
  };
};
