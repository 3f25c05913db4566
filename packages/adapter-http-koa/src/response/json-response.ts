import type { HttpContext } from '../application/http-context.ts';
import { respond } from './respond.ts';
import { setHeader } from './response-headers.ts';

/** The size in bytes from which a response counts to the budget of bytes. The slots limit the smaller ones. */
export const largeResponse: number = 16 * 1024;

/** Responds with a JSON text. The media type has no charset, because RFC 8259, section 11 defines none. */
export const respondWithJson = (ctx: HttpContext, status: 200 | 201, json: string | Buffer): void => {
  setHeader(ctx.res, 'Content-Type', 'application/json');
  respond(ctx, status, json);
  if (json.length >= largeResponse) ctx.state.slot?.hold(Buffer.byteLength(json));
};
