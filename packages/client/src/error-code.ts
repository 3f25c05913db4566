/** The codes of the service's errors, as its OpenAPI document states them. Each always has the same HTTP status. */
export const serviceErrorCodes = [
  'invalid_request',
  'invalid_parameter',
  'unauthorized',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'gone',
  'payload_too_large',
  'unsupported_media_type',
  'expectation_failed',
  'idempotency_key_reused',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
] as const;

/** A code that the service gives in the body of an error. */
export type ServiceErrorCode = (typeof serviceErrorCodes)[number];

/**
 * The codes of what goes wrong without an error of the service: no answer at all, none in time, or one that the
 * service does not give (a proxy's page of HTML, a redirect, a link to another host).
 */
export type ClientErrorCode = 'connection_failed' | 'timed_out' | 'unexpected_answer';

/** What went wrong, for programs. `unrecognized` is an error of the service with a code that came later than this client. */
export type ErrorCode = ServiceErrorCode | ClientErrorCode | 'unrecognized';

/** A code of the service as this client knows it. */
export const recognizeCode = (code: string): ServiceErrorCode | 'unrecognized' =>
  serviceErrorCodes.find((known) => known === code) ?? 'unrecognized';
