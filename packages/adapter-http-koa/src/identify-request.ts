import type { HttpMiddleware } from './http-context.ts';
import { requestIdOf } from './request-id.ts';
import { standardHeaders } from './standard-headers.ts';

/** Gives the request its id, and the answer the headers that every answer has. */
export const identifyRequest: HttpMiddleware = (ctx, next) => {
  ctx.state.requestId = requestIdOf(ctx.req.headers['x-request-id']);
  ctx.set(standardHeaders(ctx.state.requestId));
  return next();
};
