// In CPU time on GET /v1/pets, Koa 3's own `respond`, `on-finished` and the setters of `ctx` that they need take 25 µs
// more.
import type { ServerResponse } from 'node:http';
import { headersOf, setHeader } from '../response/response-headers.ts';
import type { ResponseContent } from './http-context.ts';

/**
 * Writes a response like Koa, with `Content-Length`. Does nothing if the response was written before or its connection
 * is lost.
 */
export const writeResponse = (res: ServerResponse, { status, body, bytes }: ResponseContent): void => {
  if (res.writableEnded) return;
  if (res.socket !== null && !res.socket.writable) return void res.end();
  const length = bytes ?? (body === undefined ? undefined : Buffer.byteLength(body));
  if (length !== undefined) setHeader(res, 'Content-Length', `${length}`);
  // ASCII is the same in Latin-1, which Node.js need not convert.
  const encoding = body?.length === length ? 'latin1' : 'utf8';
  // Node.js adds the headers that were set by `ctx.set`, and omits the body for HEAD.
  res.writeHead(status, headersOf(res)).end(body, encoding);
};
