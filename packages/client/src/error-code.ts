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

/** A code in the body of an error of the service. */
export type ServiceErrorCode = (typeof serviceErrorCodes)[number];

/**
 * The codes of failures without an error of the service: no response, no response in time, or a response that the service
 * does not send (for example an HTML page of a proxy, a redirect or a link to another host).
 */
export type ClientErrorCode = 'connection_failed' | 'timed_out' | 'unexpected_response';

/** The kind of failure, for programs. `unrecognized` is an error of the service with a code that this client does not know. */
export type ErrorCode = ServiceErrorCode | ClientErrorCode | 'unrecognized';

/** The code of the service, or `unrecognized` if this client does not know it. */
export const recognizeCode = (code: string): ServiceErrorCode | 'unrecognized' =>
  serviceErrorCodes.find((known) => known === code) ?? 'unrecognized';
