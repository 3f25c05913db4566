import { answerTooMuch } from './error-answer.ts';
import type { HttpMiddleware } from './http-context.ts';
import { maxBodyBytes } from './read-json-body.ts';

/** How many bytes of memory a byte of a body costs at most while it is read and checked. */
const costOfByte = 4;

/** Counts what reading the body holds to the budget of bytes, or refuses the request when the budget is spent. */
export const holdBody: HttpMiddleware = (ctx, next) => {
  const refusal = ctx.state.slot?.spent();
  if (refusal !== undefined) {
    answerTooMuch(ctx, refusal);
    return Promise.resolve();
  }
  const { 'content-encoding': coding = 'identity', 'content-length': length } = ctx.req.headers;
  const isPlain = length !== undefined && coding.toLowerCase() === 'identity';
  ctx.state.slot?.hold(costOfByte * Math.min(maxBodyBytes, isPlain ? Number(length) : maxBodyBytes));
  return next();
};
