import { answerError } from './error-answer.ts';
import type { HttpMiddleware } from './http-context.ts';

/** Turns whatever is thrown, which is always a bug, into a 500 that tells nothing of it. */
export const answerBugs: HttpMiddleware = async (ctx, next) => {
  try {
    await next();
  } catch (bug) {
    ctx.state.failure = bug;
    answerError(ctx, 'internal_error', 'the service failed to answer; the log has the reason under this X-Request-Id');
  }
};

/**
 * Takes what Koa would print to standard error. Bugs end in `answerBugs`, so all that gets here is the error of a
 * connection that broke under its answer; that one is in the report of the exchange.
 */
export const ignoreLostConnection = (): void => undefined;
