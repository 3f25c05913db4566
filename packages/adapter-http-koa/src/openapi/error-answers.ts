import { maxPageLimit, minPageLimit } from '@animal-store/domain';
import { maxSmallPieces, smallPieceBytes } from '../compact-request.ts';
import { timeLimits } from '../limits.ts';
import { maxBodyBytes } from '../read-json-body.ts';
import { describeError, type ErrorAnswer } from './describe-error.ts';
import { headerRef } from './headers.ts';

const { headersTimeout, requestTimeout } = timeLimits;

const inTooManyPieces = `it comes in more than ${maxSmallPieces} pieces of less than ${smallPieceBytes} bytes`;

const notHttp = 'the request must be well-formed HTTP/1.1 (RFC 9112)';

export type ErrorAnswerName =
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

/** The errors by the names that they have in the document, but for those of one operation alone. */
export const errorAnswers: Readonly<Record<ErrorAnswerName, ErrorAnswer>> = {
  InvalidMessage: describeError(
    'The HTTP message is malformed, has no well-formed Host, or a Transfer-Encoding other than chunked.',
    { invalid_request: notHttp },
  ),
  InvalidQuery: describeError(
    '`limit`, `status` or `cursor` breaks its rule or is given more than once; or the HTTP message is malformed.',
    {
      invalid_parameter: `limit must be an integer between ${minPageLimit} and ${maxPageLimit}, in plain digits`,
      invalid_request: notHttp,
    },
  ),
  InvalidPet: describeError(
    'The body is no JSON object in UTF-8, misses a required field or has a value that breaks its rule; the ' +
      '`Idempotency-Key` is malformed or repeated; or the HTTP message is malformed. All broken fields are named at once.',
    { invalid_request: 'name is required; status must be one of available, pending, sold' },
  ),
  Unauthorized: describeError(
    'The API key is missing or not valid. Unknown, expired, revoked and malformed keys get the same answer.',
    { unauthorized: 'a valid API key is needed: Authorization: Bearer <API_KEY>' },
    { 'WWW-Authenticate': headerRef('Authenticate') },
  ),
  RequestTimeout: describeError(
    `The request took too long to arrive: ${headersTimeout / 1000} seconds for its headers, ${requestTimeout / 1000} for all of it.`,
    { request_timeout: 'the request took too long to arrive' },
  ),
  MessageTooLarge: describeError(
    `A body was sent although the operation reads none, and its chunk extensions are too large or ${inTooManyPieces}.`,
    {
      payload_too_large: 'the chunk extensions of the body are too large',
    },
  ),
  BodyTooLarge: describeError(
    `The body has more than ${maxBodyBytes} bytes after decompression, its chunk extensions are too large, or ${inTooManyPieces}.`,
    { payload_too_large: `the body must not exceed ${maxBodyBytes} bytes` },
  ),
  UnsupportedMediaType: describeError(
    'The Content-Type is missing or is not `application/json` in UTF-8, or the Content-Encoding is not known.',
    { unsupported_media_type: 'the body must be application/json, in UTF-8' },
  ),
  ExpectationFailed: describeError('The Expect header asks for something other than `100-continue`.', {
    expectation_failed: 'the only expectation that can be met is 100-continue',
  }),
  IdempotencyKeyReused: describeError('The Idempotency-Key was used before, for another animal. Nothing was added.', {
    idempotency_key_reused: 'this Idempotency-Key was used before, for another animal',
  }),
  RateLimited: describeError(
    'The API key has too many requests, or too large ones, in flight. If the service has a rate limit: the API key has made ' +
      'too many requests in a short time.',
    { rate_limited: 'at most 600 requests in 60 seconds; wait and try again' },
    { 'Retry-After': headerRef('RetryAfter') },
  ),
  HeadersTooLarge: describeError('The header fields, or the URL, are too large: together more than 16 KiB.', {
    headers_too_large: 'the headers of the request are too large',
  }),
  InternalError: describeError('The service has failed. After `addPet` the animal may be there all the same.', {
    internal_error: 'the service failed to answer; the log has the reason under this X-Request-Id',
  }),
  ServiceUnavailable: describeError(
    'The store cannot answer now, too many requests are in flight, or the store is full and takes no more animals. `addPet` ' +
      'may still have added the animal: retry with the same `Idempotency-Key` to add it exactly once.',
    { service_unavailable: 'the store cannot answer at the moment; try again' },
    { 'Retry-After': headerRef('RetryAfter') },
  ),
};

/** What any request can get for an answer before it is known what it asks for. */
export const messageErrors: readonly ErrorAnswerName[] = [
  'InvalidMessage',
  'RequestTimeout',
  'MessageTooLarge',
  'ExpectationFailed',
  'HeadersTooLarge',
];

/** What any request can get for an answer once it is known what it asks for. */
export const requestErrors: readonly ErrorAnswerName[] = [
  'Unauthorized',
  'RateLimited',
  'InternalError',
  'ServiceUnavailable',
];
