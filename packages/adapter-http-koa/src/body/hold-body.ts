import type { Step } from '../application/http-context.ts';
import { respondWithRefusal } from '../response/error-response.ts';
import { bodyCost } from './read-json-body.ts';

/** Counts the memory for reading the body to the budget of bytes, or refuses the request if the budget is spent. */
export const holdBody: Step = (ctx) => {
  const refusal = ctx.state.slot?.spent();
  if (refusal !== undefined) {
    respondWithRefusal(ctx, refusal);
    return;
  }
  const { 'content-encoding': coding = 'identity', 'content-length': length } = ctx.req.headers;
  ctx.state.slot?.hold(bodyCost(length === undefined ? undefined : Number(length), coding.toLowerCase()));
};
