import type { RepositoryUnavailable, Violation } from '@animal-store/domain';
import type { HttpContext } from '../application/http-context.ts';
import type { Refusal } from '../steps/slots.ts';
import { respond } from './respond.ts';
import { setHeader } from './response-headers.ts';

/** Every value of the `code` of an Error, with its HTTP status. */
export const errorStatuses = {
  invalid_request: 400,
  invalid_parameter: 400,
  unauthorized: 401,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  expectation_failed: 417,
  idempotency_key_reused: 422,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  service_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

/** The JSON text of an Error (docs/interface.md, section 2): `code`, `message` and `status`, nothing else. */
export const errorJson = (code: ErrorCode, message: string): string =>
  JSON.stringify({ code, message, status: errorStatuses[code] });

/** Responds with an Error. The message is for people and never repeats the client's input. */
export const respondWithError = (ctx: HttpContext, code: ErrorCode, message: string): void => {
  setHeader(ctx.res, 'Content-Type', 'application/json');
  if (code === 'service_unavailable') setHeader(ctx.res, 'Retry-After', '1');
  respond(ctx, errorStatuses[code], errorJson(code, message));
};

/** All violations in one line. */
export const violationsText = (violations: readonly Violation[]): string =>
  violations.map(({ path, message }) => `${path === '' ? 'the body' : path} ${message}`).join('; ');

/** Responds 503 while the store is unavailable. The cause goes to the log only. */
export const respondWithUnavailable = (ctx: HttpContext, { cause }: RepositoryUnavailable): void => {
  ctx.state.failure = cause;
  respondWithError(ctx, 'service_unavailable', 'the store cannot answer at the moment; try again');
};

/** Responds 503 if the process, or 429 if the API key of the request, has too much in flight. */
export const respondWithRefusal = (ctx: HttpContext, refusal: Refusal): void => {
  if (refusal === 'share-taken') {
    setHeader(ctx.res, 'Retry-After', '1');
    respondWithError(ctx, 'rate_limited', 'this API key has too much in flight; wait for its responses and retry');
  } else {
    ctx.state.failure = 'too much is in flight in this process';
    respondWithError(ctx, 'service_unavailable', 'too many requests are in flight; retry later');
  }
};

/** Responds 503 because the store is full. The operator needs the same message, so it also goes to the log. */
export const respondWithFull = (ctx: HttpContext): void => {
  const message =
    'the store is full, so no more animals can be added; restart the service with more memory or use a durable store';
  ctx.state.failure = message;
  respondWithError(ctx, 'service_unavailable', message);
};
