import type { HttpContext } from '../application/http-context.ts';

/** Sets the response, replacing an earlier one. It is written when the work on the request is done. */
export const respond = (ctx: HttpContext, status: number, body?: string | Buffer, bytes?: number): void => {
  ctx.state.response = { status, body, bytes };
};
