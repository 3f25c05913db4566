import type { IncomingMessage } from 'node:http';
import type { HttpMiddleware } from './http-context.ts';

/** Whether the client waits for 100 Continue before it sends the body (RFC 9110, section 10.1.1). */
export const expectsContinue = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.expect !== undefined && httpVersion === '1.1';

/**
 * Closes the connection after an answer that came without 100 Continue: the client may send the body all the same or
 * not at all, so nobody can know whether what comes next is that body or a request.
 */
export const closeUnlessContinued: HttpMiddleware = async (ctx, next) => {
  if (!expectsContinue(ctx.req)) return next();
  await next();
  if (ctx.state.isContinued !== true) ctx.set('Connection', 'close');
};
