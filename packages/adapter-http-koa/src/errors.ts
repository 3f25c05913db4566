import type { Unauthenticated } from '@animal-store/access';
import type {
  IdempotencyKeyReused,
  PetNotFound,
  RepositoryFull,
  RepositoryUnavailable,
  Violation,
} from '@animal-store/domain';
import { ApiError, type AuthenticationFailure } from './api-error.ts';
import { contentCodings, maxBodyBytes, maxHeaderSize } from './message/request.ts';
import { apiPath } from './routes.ts';

/** All violations in one line. */
const violationsText = (violations: readonly Violation[]): string =>
  violations.map(({ path, message }) => `${path === '' ? 'the body' : path} ${message}`).join('; ');

const oneOf = (values: readonly string[]): string => `must be one of ${values.join(', ')}`;

const soon = { 'Retry-After': '1' };
const bearer = 'Bearer realm="animal-store"';

/** Every error of the service, by its cause. A message is for people, names the rule, and never repeats the input. */
export const errors = {
  // Faults of the HTTP message. The connection ends with them, because the start of the next message is uncertain.
  notHttp: (): ApiError => malformed('the request must be well-formed HTTP/1.1 (RFC 9112)'),
  otherProtocol: (): ApiError => malformed('the protocol must be HTTP (RFC 9112, section 2.3)'),
  otherVersion: (): ApiError =>
    malformed('the version of the request must be HTTP/1.1 or HTTP/1.0 (RFC 9112, section 2.3)'),
  invalidHost: (): ApiError =>
    malformed('the request must have exactly one well-formed Host header (RFC 9112, section 3.2)'),
  otherTransferCoding: (): ApiError =>
    malformed('Transfer-Encoding must be chunked, once, and the version HTTP/1.1 (RFC 9112, section 6.1)'),
  fragment: (): ApiError => malformed('the request target must not have a fragment'),
  otherExpectation: (): ApiError =>
    new ApiError('expectation_failed', 'the only expectation that can be met is 100-continue', { closes: true }),
  lateMessage: (): ApiError => new ApiError('request_timeout', 'the request took too long to arrive', { closes: true }),
  headersTooLarge: (): ApiError =>
    new ApiError('headers_too_large', `the headers of the request must not exceed ${maxHeaderSize} bytes`, {
      closes: true,
    }),
  extensionsTooLarge: (): ApiError =>
    new ApiError('payload_too_large', 'the chunk extensions of the body are too large', { closes: true }),

  // Admission.
  allTaken: (): ApiError =>
    new ApiError('service_unavailable', 'too many requests are in flight; retry later', {
      headers: soon,
      refusal: 'slot',
      failure: 'too much is in flight in this process',
    }),
  unauthorized: (reason: AuthenticationFailure): ApiError =>
    unauthorized('a valid API key is needed, given only once: Authorization: Bearer <API_KEY>', reason),
  refusedPreflight: (): ApiError =>
    unauthorized('this preflight request is refused: pages of its origin may not call this API', 'missing'),
  shareTaken: (): ApiError =>
    new ApiError('rate_limited', 'this API key has too much in flight; wait for its responses and retry', {
      headers: soon,
      refusal: 'share',
    }),
  rateExceeded: (requests: number, seconds: number, wait: number): ApiError =>
    new ApiError('rate_limited', `at most ${requests} requests in ${seconds} seconds; wait and try again`, {
      headers: { 'Retry-After': `${wait}` },
      refusal: 'rate',
    }),

  // Path, method and input.
  unknownPath: (): ApiError => new ApiError('not_found', 'there is nothing at this path'),
  otherMethod: (methods: readonly string[]): ApiError =>
    new ApiError('method_not_allowed', `the method ${oneOf(methods)}`, { headers: { Allow: methods.join(', ') } }),
  otherMediaType: (): ApiError =>
    new ApiError(
      'unsupported_media_type',
      'the body must be application/json, in UTF-8: send Content-Type: application/json',
    ),
  repeatedMediaType: (): ApiError =>
    new ApiError('unsupported_media_type', 'Content-Type must be given only once: send Content-Type: application/json'),
  otherCharset: (): ApiError =>
    new ApiError('unsupported_media_type', 'the charset of Content-Type must be utf-8 or absent'),
  otherContentCoding: (): ApiError =>
    new ApiError('unsupported_media_type', `the Content-Encoding ${oneOf(contentCodings)}, given only once`, {
      headers: { 'Accept-Encoding': 'gzip, deflate, br' },
    }),
  bodyTooLarge: (): ApiError => new ApiError('payload_too_large', `the body must not exceed ${maxBodyBytes} bytes`),
  incompleteBody: (): ApiError =>
    new ApiError('invalid_request', 'the body must match its Content-Length and Content-Encoding headers'),
  invalidJson: (rule: string): ApiError => new ApiError('invalid_request', `the body ${rule}`),
  invalidPet: (violations: readonly Violation[]): ApiError =>
    new ApiError('invalid_request', violationsText(violations)),
  invalidQuery: (violations: readonly Violation[]): ApiError =>
    new ApiError('invalid_parameter', violationsText(violations)),

  // What is stored.
  unknownPet: (): ApiError => new ApiError('not_found', 'no animal has this id'),
  removedOperation: (): ApiError => new ApiError('gone', `this operation is removed; use GET ${apiPath}/pets`),
  reusedIdempotencyKey: (): ApiError =>
    new ApiError('idempotency_key_reused', 'this Idempotency-Key was used before, for another animal'),

  // The service itself.
  notReady: (): ApiError =>
    new ApiError('service_unavailable', 'the service is not ready to take requests', { headers: soon }),
  storeUnavailable: (failure: unknown): ApiError =>
    new ApiError('service_unavailable', 'the store does not respond at the moment; retry later', {
      headers: soon,
      refusal: 'outage',
      failure,
    }),
  storeFull: (): ApiError => {
    const message = 'the store is full; restart the service with more memory or use a durable store';
    return new ApiError('service_unavailable', message, { headers: soon, refusal: 'full', failure: message });
  },
  bug: (failure: unknown): ApiError =>
    new ApiError('internal_error', 'the service failed; the log has the reason under this X-Request-Id', { failure }),
};

function malformed(message: string): ApiError {
  return new ApiError('invalid_request', message, { closes: true });
}

/** A 401 with its challenge (RFC 6750, section 3), which is the same for every key that is not valid. */
function unauthorized(message: string, reason: AuthenticationFailure): ApiError {
  const challenge = reason === 'missing' ? bearer : `${bearer}, error="invalid_token"`;
  return new ApiError('unauthorized', message, {
    headers: { 'WWW-Authenticate': challenge },
    authenticationFailure: reason,
  });
}

/** Every failure of a use case. */
export type Failure = IdempotencyKeyReused | PetNotFound | RepositoryFull | RepositoryUnavailable | Unauthenticated;

const byTag: {
  readonly [Tag in Failure['_tag']]: (failure: Extract<Failure, { readonly _tag: Tag }>) => ApiError;
} = {
  IdempotencyKeyReused: () => errors.reusedIdempotencyKey(),
  PetNotFound: () => errors.unknownPet(),
  RepositoryFull: () => errors.storeFull(),
  RepositoryUnavailable: ({ cause }) => errors.storeUnavailable(cause),
  Unauthenticated: ({ reason }) => errors.unauthorized(reason),
};

/** The response to a failure of a use case. The client does not learn the cause of an outage. */
export const errorOf = (failure: Failure): ApiError => {
  const respond = byTag[failure._tag] as (failure: Failure) => ApiError;
  return respond(failure);
};
