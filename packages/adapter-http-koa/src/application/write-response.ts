// In CPU time on GET /v1/pets, Koa 3's own `respond`, `on-finished` and the setters of `ctx` that they need take 25 µs
// more.
import type { ServerResponse } from 'node:http';
import { headersOf, setHeader } from '../response/response-headers.ts';
import type { ResponseContent } from './http-context.ts';

/**
 * Writes a response like Koa, with `Content-Length`. Does nothing if the response was written before or its connection
 * is lost.
 */
export const writeResponse = (res: ServerResponse, { status, body }: ResponseContent): void => {
  if (res.writableEnded) return;
  if (res.socket !== null && !res.socket.writable) return void res.end();
  if (body !== undefined) setHeader(res, 'Content-Length', `${Buffer.byteLength(body)}`);
  // Node.js adds the headers that were set by `ctx.set`, and omits the body for HEAD.
  res.writeHead(status, headersOf(res)).end(body);
};
