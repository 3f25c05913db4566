import { format } from 'node:util';
import type { Middleware } from 'koa';
import { ApiError } from '../api-error.ts';
import { errors } from '../errors.ts';
import type { RequestState } from './report-request.ts';

// Koa does the same, because listeners of its `error` event rely on an `Error`.
const toError = (bug: unknown): Error => (bug instanceof Error ? bug : new Error(format('non-error thrown: %j', bug)));

/**
 * Begins with Koa's own 404, whatever response an application around the API has set before it. Writes that 404, and everything
 * that is thrown, as an Error of the API. Any error but an `ApiError` is a bug, which is also an `error` event of the app.
 */
export const errorsToJson: Middleware<RequestState> = async (ctx, next) => {
  // First, because Koa would write `null` as JSON.
  ctx.remove('Content-Type');
  if (ctx.body !== undefined) ctx.body = undefined;
  ctx.status = 404;
  try {
    await next();
    if (ctx.status === 404) throw errors.unknownPath();
  } catch (thrown) {
    const error = thrown instanceof ApiError ? thrown : errors.bug(thrown);
    ctx.state.apiError = error.details;
    ctx.status = error.status;
    ctx.set(error.headers);
    ctx.body = error.json;
    if (error.code === 'internal_error') ctx.app.emit('error', toError(thrown), ctx);
  }
};
