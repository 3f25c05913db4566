import type { HttpContext } from '../application/http-context.ts';
import { respondWithError } from './error-response.ts';

/** Turns an exception, which is always a bug, into a 500 that reveals nothing about it. */
export const handleErrors = (ctx: HttpContext, bug: unknown): void => {
  ctx.state.failure = bug;
  respondWithError(
    ctx,
    'internal_error',
    'the service failed to answer; the log has the reason under this X-Request-Id',
  );
};
