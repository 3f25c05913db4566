import type { ErrorCode } from './error-code.ts';

/** What is known of a failure beside its code and message. */
export interface ErrorDetails {
  readonly serviceCode?: string | undefined;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly cause?: unknown;
}

/**
 * A call has failed: the service answered with an error, or did not answer as it should. What underlies it is in
 * `cause`. Two things are not of this class: what the caller's own `signal` was aborted with, and the `TypeError` or
 * `RangeError` for an argument that cannot be sent.
 */
export class AnimalStoreError extends Error {
  /** What went wrong, for programs. `message` is for people, and may change its words. */
  readonly code: ErrorCode;
  /** The code as the service wrote it, one that this client does not know too; undefined without an error of the service. */
  readonly serviceCode: string | undefined;
  /** The HTTP status of the answer; undefined when there was none. */
  readonly status: number | undefined;
  /** Names the exchange in the log of the service; undefined when the answer does not say. */
  readonly requestId: string | undefined;
  /** How long the service asks to wait before another try, in milliseconds; undefined when it does not say. */
  readonly retryAfter: number | undefined;
  /**
   * The Idempotency-Key of a failed `addPet`. The animal may have been added nevertheless: a repetition of the same
   * call with this key finds out, and adds no second one.
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
