import type { HttpContext } from './http-context.ts';

/** Answers with a JSON text. The media type carries no charset: RFC 8259, section 11 defines none. */
export const answerJson = (ctx: HttpContext, status: 200 | 201, json: string): void => {
  ctx.status = status;
  ctx.set('Content-Type', 'application/json');
  ctx.body = json;
};
