import type { Violation } from '@animal-store/domain';
import { apiPath } from '../api-path.ts';
import { maxBodyBytes } from '../limits.ts';
import { type ErrorCode, errorCodes } from './error-codes.ts';
import type { ApiResponse } from './response.ts';

/** The cause of an error. The message is for people and never repeats the client's input. */
export interface ErrorCause {
  readonly code: ErrorCode;
  /** The message, or an example of it. */
  readonly message: string;
}

/** A cause whose message is always the same. */
export interface FixedError extends ErrorCause {
  readonly response: ApiResponse;
}

/** A cause whose message depends on the request or the configuration. */
export interface ErrorForm<Values extends readonly unknown[]> extends ErrorCause {
  readonly of: (...values: Values) => ApiResponse;
}

const respond = (code: ErrorCode, message: string, headers: readonly string[]): ApiResponse => {
  const { status } = errorCodes[code];
  return {
    status,
    headers: ['Content-Type', 'application/json', ...headers],
    // `code`, `message` and `status`, nothing else (docs/interface.md, section 2).
    body: JSON.stringify({ code, message, status }),
  };
};

const fixed = (code: ErrorCode, message: string, headers: readonly string[] = []): FixedError => ({
  code,
  message,
  response: respond(code, message, headers),
});

const form = <Values extends readonly unknown[]>(
  code: ErrorCode,
  message: (...values: Values) => string,
  example: NoInfer<Values>,
): ErrorForm<Values> => ({
  code,
  message: message(...example),
  of: (...values) => respond(code, message(...values), []),
});

/** All violations in one line. */
const violationsText = (violations: readonly Violation[]): string =>
  violations.map(({ path, message }) => `${path === '' ? 'the body' : path} ${message}`).join('; ');

const oneOf = (values: readonly string[]): string => `must be one of ${values.join(', ')}`;
const soon = ['Retry-After', '1'] as const;

/** The causes whose messages are always the same. */
type FixedCause =
  | 'notHttp'
  | 'otherProtocol'
  | 'otherVersion'
  | 'invalidHost'
  | 'otherTransferCoding'
  | 'fragment'
  | 'otherExpectation'
  | 'lateMessage'
  | 'headersTooLarge'
  | 'extensionsTooLarge'
  | 'tooManyPieces'
  | 'allTaken'
  | 'shareTaken'
  | 'allReading'
  | 'shareReading'
  | 'unauthorized'
  | 'unknownPath'
  | 'bodyTooLarge'
  | 'incompleteBody'
  | 'unknownPet'
  | 'removedOperation'
  | 'reusedIdempotencyKey'
  | 'notReady'
  | 'storeUnavailable'
  | 'storeFull'
  | 'bug';

/** Every cause of an error. */
export interface Errors extends Readonly<Record<FixedCause, FixedError>> {
  readonly rateExceeded: ErrorForm<[requests: number, seconds: number]>;
  readonly otherMethod: ErrorForm<[methods: readonly string[]]>;
  readonly otherMediaType: ErrorForm<[mediaType: string]>;
  readonly otherContentCoding: ErrorForm<[codings: readonly string[]]>;
  readonly invalidJson: ErrorForm<[rule: string]>;
  readonly invalidPet: ErrorForm<[violations: readonly Violation[]]>;
  readonly invalidQuery: ErrorForm<[violations: readonly Violation[]]>;
}

/** Every error of the service, by its cause. */
export const errors: Errors = {
  notHttp: fixed('invalid_request', 'the request must be well-formed HTTP/1.1 (RFC 9112)'),
  otherProtocol: fixed('invalid_request', 'the protocol must be HTTP (RFC 9112, section 2.3)'),
  otherVersion: fixed(
    'invalid_request',
    'the version of the request must be HTTP/1.1 or HTTP/1.0 (RFC 9112, section 2.3)',
  ),
  invalidHost: fixed(
    'invalid_request',
    'the request must have exactly one well-formed Host header (RFC 9112, section 3.2)',
  ),
  otherTransferCoding: fixed(
    'invalid_request',
    'Transfer-Encoding must be chunked, and the version HTTP/1.1 (RFC 9112, section 6.1)',
  ),
  fragment: fixed('invalid_request', 'the request target must not have a fragment'),
  otherExpectation: fixed('expectation_failed', 'the only expectation that can be met is 100-continue'),
  lateMessage: fixed('request_timeout', 'the request took too long to arrive'),
  headersTooLarge: fixed('headers_too_large', 'the headers of the request are too large'),
  extensionsTooLarge: fixed('payload_too_large', 'the chunk extensions of the body are too large'),
  tooManyPieces: fixed('payload_too_large', 'the body must not come in so many small pieces'),

  allTaken: fixed('service_unavailable', 'too many requests are in flight; retry later', soon),
  shareTaken: fixed('rate_limited', 'this API key has too much in flight; wait for its responses and retry', soon),
  allReading: fixed('service_unavailable', 'this process reads as many lists as it can; retry later', soon),
  shareReading: fixed(
    'rate_limited',
    'the lists of this API key read as much as one key may; wait for their responses and retry',
    soon,
  ),
  unauthorized: fixed('unauthorized', 'a valid API key is needed: Authorization: Bearer <API_KEY>'),
  rateExceeded: form(
    'rate_limited',
    (requests: number, seconds: number) => `at most ${requests} requests in ${seconds} seconds; wait and try again`,
    [600, 60],
  ),

  unknownPath: fixed('not_found', 'there is nothing at this path'),
  otherMethod: form('method_not_allowed', (methods: readonly string[]) => `the method ${oneOf(methods)}`, [
    ['GET', 'HEAD', 'OPTIONS', 'POST'],
  ]),
  otherMediaType: form('unsupported_media_type', (mediaType: string) => `the body must be ${mediaType}, in UTF-8`, [
    'application/json',
  ]),
  otherContentCoding: form(
    'unsupported_media_type',
    (codings: readonly string[]) => `the Content-Encoding ${oneOf(codings)}`,
    [['identity', 'gzip']],
  ),
  bodyTooLarge: fixed('payload_too_large', `the body must not exceed ${maxBodyBytes} bytes`),
  incompleteBody: fixed('invalid_request', 'the body must match its Content-Length and Content-Encoding headers'),
  invalidJson: form('invalid_request', (rule: string) => `the body ${rule}`, ['must be a JSON object']),
  invalidPet: form('invalid_request', violationsText, [
    [
      { path: 'name', message: 'is required' },
      { path: 'status', message: oneOf(['available', 'pending', 'sold']) },
    ],
  ]),
  invalidQuery: form('invalid_parameter', violationsText, [
    [{ path: 'limit', message: 'must be an integer between 1 and 100, in plain digits' }],
  ]),
  unknownPet: fixed('not_found', 'no animal has this id'),
  removedOperation: fixed('gone', `this operation is removed; use GET ${apiPath}/pets`),
  reusedIdempotencyKey: fixed('idempotency_key_reused', 'this Idempotency-Key was used before, for another animal'),

  notReady: fixed('service_unavailable', 'the service is not ready to take requests', soon),
  storeUnavailable: fixed('service_unavailable', 'the store does not respond at the moment; retry later', soon),
  storeFull: fixed(
    'service_unavailable',
    'the store is full; restart the service with more memory or use a durable store',
    soon,
  ),
  bug: fixed('internal_error', 'the service failed; the log has the reason under this X-Request-Id'),
};

/** The response with the cause of a 500 or a 503 for the log. */
export const withFailure = (response: ApiResponse, failure: unknown): ApiResponse => ({ ...response, failure });
