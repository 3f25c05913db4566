import { maxPageLimit, minPageLimit } from '@animal-store/domain';
import { maxBodyBytes } from '../body/read-json-body.ts';
import { timeLimits } from '../limits.ts';
import { maxSmallPieces, smallPieceBytes } from '../server/compact-request.ts';
import { describeError, type ErrorResponse } from './describe-error.ts';
import { headerRef } from './headers.ts';

const { headersTimeout, requestTimeout } = timeLimits;

const tooManyPieces = `more than ${maxSmallPieces} pieces of less than ${smallPieceBytes} bytes`;

const notHttp = 'the request must be well-formed HTTP/1.1 (RFC 9112)';

export type ErrorResponseName =
  | 'InvalidMessage'
  | 'InvalidQuery'
  | 'InvalidPet'
  | 'Unauthorized'
  | 'RequestTimeout'
  | 'MessageTooLarge'
  | 'BodyTooLarge'
  | 'UnsupportedMediaType'
  | 'ExpectationFailed'
  | 'IdempotencyKeyReused'
  | 'RateLimited'
  | 'HeadersTooLarge'
  | 'InternalError'
  | 'ServiceUnavailable';

/** The errors that more than one operation returns, by their names in the document. */
export const errorResponses: Readonly<Record<ErrorResponseName, ErrorResponse>> = {
  InvalidMessage: describeError(
    'The HTTP message is malformed, has no well-formed Host, or a Transfer-Encoding other than chunked.',
    { invalid_request: notHttp },
  ),
  InvalidQuery: describeError(
    '`limit`, `status` or `cursor` is invalid or repeated; or the HTTP message is malformed.',
    {
      invalid_parameter: `limit must be an integer between ${minPageLimit} and ${maxPageLimit}, in plain digits`,
      invalid_request: notHttp,
    },
  ),
  InvalidPet: describeError(
    'The body is not a UTF-8 JSON object, lacks a required field or has an invalid value; a header parameter ' +
      'is malformed or repeated; or the HTTP message is malformed. The message names all invalid fields at once.',
    { invalid_request: 'name is required; status must be one of available, pending, sold' },
  ),
  Unauthorized: describeError(
    'The API key is missing or invalid. Unknown, expired, revoked and malformed keys get the same response.',
    { unauthorized: 'a valid API key is needed: Authorization: Bearer <API_KEY>' },
    { 'WWW-Authenticate': headerRef('Authenticate') },
  ),
  RequestTimeout: describeError(
    `The request took too long to arrive: its headers have ${headersTimeout / 1000} seconds, the whole request ${requestTimeout / 1000}.`,
    { request_timeout: 'the request took too long to arrive' },
  ),
  MessageTooLarge: describeError(
    `The operation reads no body, and the request has one whose chunk extensions are too large or that arrives in ${tooManyPieces}.`,
    {
      payload_too_large: 'the chunk extensions of the body are too large',
    },
  ),
  BodyTooLarge: describeError(
    `The body has more than ${maxBodyBytes} bytes after decompression, its chunk extensions are too large, or it arrives in ${tooManyPieces}.`,
    { payload_too_large: `the body must not exceed ${maxBodyBytes} bytes` },
  ),
  UnsupportedMediaType: describeError(
    'The Content-Type is not `application/json` in UTF-8, or the Content-Encoding is not supported.',
    { unsupported_media_type: 'the body must be application/json, in UTF-8' },
  ),
  ExpectationFailed: describeError('The Expect header is not `100-continue`.', {
    expectation_failed: 'the only expectation that can be met is 100-continue',
  }),
  IdempotencyKeyReused: describeError('The Idempotency-Key was used for another animal. Nothing was added.', {
    idempotency_key_reused: 'this Idempotency-Key was used before, for another animal',
  }),
  RateLimited: describeError(
    'The API key has too many requests, or too large ones, in flight. If the service has a rate limit: the API key has made ' +
      'too many requests in a short time.',
    { rate_limited: 'at most 600 requests in 60 seconds; wait and try again' },
    { 'Retry-After': headerRef('RetryAfter') },
  ),
  HeadersTooLarge: describeError('The header fields and the URL have more than 16 KiB together.', {
    headers_too_large: 'the headers of the request are too large',
  }),
  InternalError: describeError('The service failed. A write may still have happened.', {
    internal_error: 'the service failed to answer; the log has the reason under this X-Request-Id',
  }),
  ServiceUnavailable: describeError(
    'The store is unavailable or full, or too many requests are in flight. A write may still have happened: retry it as ' +
      'the description of its operation says.',
    { service_unavailable: 'the store cannot answer at the moment; try again' },
    { 'Retry-After': headerRef('RetryAfter') },
  ),
};

/** The errors that any request can get before its operation is known. */
export const messageErrors: readonly ErrorResponseName[] = [
  'InvalidMessage',
  'RequestTimeout',
  'MessageTooLarge',
  'ExpectationFailed',
  'HeadersTooLarge',
];

/** The errors that any request can get once its operation is known. */
export const requestErrors: readonly ErrorResponseName[] = [
  'Unauthorized',
  'RateLimited',
  'InternalError',
  'ServiceUnavailable',
];
