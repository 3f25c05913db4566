import type { HttpMiddleware } from './http-context.ts';
import { requestIdOf } from './request-id.ts';
import { standardHeaders } from './standard-headers.ts';

/** Gives the request its id, and the answer the headers that every answer has. */
export const identifyRequest: HttpMiddleware = (ctx, next) => {
  ctx.state.requestId = requestIdOf(ctx.req.headers['x-request-id']);
  // Koa's own `set` takes longer, and every request comes through here.
  for (const [name, value] of Object.entries(standardHeaders(ctx.state.requestId))) ctx.res.setHeader(name, value);
  return next();
};
