import { STATUS_CODES } from 'node:http';
import { format } from 'node:util';
import Koa, { type Middleware } from 'koa';
import { ApiError, codeOfStatus } from '../api-error.ts';
import { errors } from '../errors.ts';
import type { RequestState } from './report-request.ts';

/**
 * The error of `ctx.throw(503)`, which another middleware may use, with its own headers; anything else is a bug. Koa exposes no
 * message of a 5xx.
 */
const toApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Koa.HttpError)) return errors.bug(error);
  const { expose, headers, message, status } = error;
  const code = codeOfStatus(status);
  if (code === undefined || code === 'internal_error') return errors.bug(error);
  const wait = status === 429 || status === 503 ? { 'Retry-After': '1' } : {};
  return new ApiError(code, expose ? message : `${STATUS_CODES[status]}`, { headers: { ...wait, ...headers } });
};

// Koa does the same, because listeners of its `error` event rely on an `Error`.
const toError = (bug: unknown): Error => (bug instanceof Error ? bug : new Error(format('non-error thrown: %j', bug)));

/**
 * Begins with Koa's own 404, whatever response an application around the API has set before it. Writes that 404, and everything
 * that is thrown, as an Error of the API. A bug is also an `error` event of the app.
 */
export const errorsToJson: Middleware<RequestState> = async (ctx, next) => {
  // First, because Koa would write `null` as JSON.
  ctx.remove('Content-Type');
  ctx.body = undefined;
  ctx.status = 404;
  try {
    await next();
    if (ctx.status === 404 && ctx.body === undefined) throw errors.unknownPath();
  } catch (thrown) {
    const error = toApiError(thrown);
    ctx.state.apiError = error.details;
    ctx.status = error.status;
    ctx.set(error.headers);
    ctx.body = error.json;
    if (error.code === 'internal_error') ctx.app.emit('error', toError(thrown), ctx);
  }
};
