import type { IncomingMessage } from 'node:http';
import type { HttpContext } from '../application/http-context.ts';

/** Whether the client waits for 100 Continue before it sends the body (RFC 9110, section 10.1.1). */
export const expectsContinue = ({ headers, httpVersion }: IncomingMessage): boolean =>
  headers.expect !== undefined && httpVersion === '1.1';

/**
 * Closes the connection after a response that came without 100 Continue. The client may still send the body or not, so
 * it is unknown whether the next bytes are that body or a request.
 */
export const closeUnlessContinued: (ctx: HttpContext) => void = (ctx) => {
  if (expectsContinue(ctx.req) && !ctx.state.isContinued) ctx.set('Connection', 'close');
};
