import type { HttpContext } from '../application/http-context.ts';

/** Responds. What stands in `ctx.state.response` last is written when the work on the request is done. */
export const respond = (ctx: HttpContext, status: number, body?: string | Buffer): void => {
  ctx.state.response = { status, body };
};
