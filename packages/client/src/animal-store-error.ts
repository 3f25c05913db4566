/** The codes of the service's errors, as its OpenAPI document states them. Each always has the same HTTP status. */
// biome-ignore format: in the order of their statuses
export const serviceErrorCodes = [
  'invalid_request', 'invalid_parameter', 'unauthorized', 'not_found', 'method_not_allowed', 'request_timeout', 'gone',
  'payload_too_large', 'unsupported_media_type', 'expectation_failed', 'idempotency_key_reused', 'rate_limited',
  'headers_too_large', 'internal_error', 'service_unavailable',
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

/** Details of a failure in addition to its code and message. */
export type ErrorDetails = Partial<
  Pick<AnimalStoreError, 'serviceCode' | 'status' | 'requestId' | 'retryAfter' | 'idempotencyKey' | 'cause'>
>;

/** The service returned an error or an unexpected response, or none in time. `cause` is the underlying error. */
export class AnimalStoreError extends Error {
  /** The kind of failure, for programs. `message` is for people, and its words may change. */
  readonly code: ErrorCode;
  /** The code that the service sent, including one unknown to this client; undefined if the service sent no error. */
  readonly serviceCode: string | undefined;
  /** The HTTP status of the response; undefined if there was none. */
  readonly status: number | undefined;
  /** The `X-Request-Id` of the response, which the log of the service contains; undefined if there is none. */
  readonly requestId: string | undefined;
  /** Milliseconds to wait before another attempt, from `Retry-After`; undefined if there is none. */
  readonly retryAfter: number | undefined;
  /** The Idempotency-Key of a failed `addPet`, which may have added the animal: a retry with it adds no second one. */
  readonly idempotencyKey: string | undefined;

  constructor(code: ErrorCode, message: string, { cause, ...details }: ErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'AnimalStoreError';
    this.code = code;
    Object.assign(this, details);
  }
}
