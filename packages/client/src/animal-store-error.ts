import type { ErrorCode } from './error-code.ts';

/** Details of a failure in addition to its code and message. */
export interface ErrorDetails {
  readonly serviceCode?: string | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
}

/**
 * A call has failed: the service returned an error or an unexpected response, or none in time. `cause` is the underlying
 * error. Two failures are not of this class: the reason of the caller's aborted `signal`, and the `TypeError` or
 * `RangeError` for an invalid argument.
 */
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
  /**
   * The Idempotency-Key of a failed `addPet`. The animal may have been added nevertheless: a retry of the same call with
   * this key finds out, and adds no second one.
   */
  readonly idempotencyKey: string | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'AnimalStoreError';
    this.code = code;
    this.serviceCode = details.serviceCode;
    this.status = details.status;
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.idempotencyKey = details.idempotencyKey;
  }
}
