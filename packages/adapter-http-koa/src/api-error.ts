import type { Unauthenticated } from '@animal-store/access';

/** Every value of the `code` of an Error, and its HTTP status. */
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

/** Why a request was not authenticated. `missing`: it had no API key. Only the log and the metrics contain the reason. */
export type AuthenticationFailure = 'missing' | Unauthenticated['reason'];

/** The status of each refusal: all slots are taken, an API key has used up its share or rate, the store is unavailable or full. */
export const refusalStatuses = { slot: 503, share: 429, rate: 429, outage: 503, full: 503 } as const;

/** Why a request was refused. */
export type RefusalCause = keyof typeof refusalStatuses;

/** The details of an error besides its code and message. */
export interface ErrorDetails {
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the connection ends with the response. */
  readonly closes?: boolean;
  /** The cause of a 500 or a 503, for the log only. */
  readonly failure?: unknown;
  /** Why a request got 429 or 503, for the metrics. */
  readonly refusal?: RefusalCause;
  /** Why a request got 401, for the log and the metrics. */
  readonly authenticationFailure?: AuthenticationFailure;
}

/** An error response, thrown by any middleware. `errors-to-json` writes it. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.status = errorStatuses[code];
    this.details = details;
  }

  /** The body: `code`, `message` and `status`, nothing else (interface specification, section 2). */
  get json(): string {
    const { code, message, status } = this;
    return JSON.stringify({ code, message, status });
  }

  /** The headers that belong to this error. */
  get headers(): Readonly<Record<string, string>> {
    const { headers, closes } = this.details;
    return { ...headers, 'Content-Type': 'application/json', ...(closes === true && { Connection: 'close' }) };
  }
}
