import { maxBodyBytes, maxSmallPieces, smallPieceBytes, timeLimits } from '../limits.ts';
import { errors } from '../message/errors.ts';
import { describeError, type ErrorResponse } from './describe-error.ts';
import { headerRef } from './headers.ts';

const { headersTimeout, requestTimeout } = timeLimits;

const tooManyPieces = `more than ${maxSmallPieces} pieces of less than ${smallPieceBytes} bytes`;

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
  | 'PetNotFound'
  | 'IdempotencyKeyReused'
  | 'RateLimited'
  | 'HeadersTooLarge'
  | 'InternalError'
  | 'ServiceUnavailable';

/** The errors of operations by their names in the document, which contains those that an operation refers to. */
export const errorResponses: Readonly<Record<ErrorResponseName, ErrorResponse>> = {
  InvalidMessage: describeError(
    'The HTTP message is malformed, has no well-formed Host, or a Transfer-Encoding other than chunked.',
    [errors.notHttp],
  ),
  InvalidQuery: describeError(
    '`limit`, `status` or `cursor` is invalid or repeated; or the HTTP message is malformed.',
    [errors.invalidQuery, errors.notHttp],
  ),
  InvalidPet: describeError(
    'The body is not a UTF-8 JSON object, lacks a required field or has an invalid value; a header parameter ' +
      'is malformed or repeated; or the HTTP message is malformed. The message names all invalid fields at once.',
    [errors.invalidPet],
  ),
  Unauthorized: describeError(
    'The API key is missing or invalid. Unknown, expired, revoked and malformed keys get the same response.',
    [errors.unauthorized],
    { 'WWW-Authenticate': headerRef('Authenticate') },
  ),
  RequestTimeout: describeError(
    `The request took too long to arrive: its headers have ${headersTimeout / 1000} seconds, the whole request ${requestTimeout / 1000}.`,
    [errors.lateMessage],
  ),
  MessageTooLarge: describeError(
    `The operation reads no body, and the request has one whose chunk extensions are too large or that arrives in ${tooManyPieces}.`,
    [errors.extensionsTooLarge],
  ),
  BodyTooLarge: describeError(
    `The body has more than ${maxBodyBytes} bytes after decompression, its chunk extensions are too large, or it arrives in ${tooManyPieces}.`,
    [errors.bodyTooLarge],
  ),
  UnsupportedMediaType: describeError(
    'The Content-Type is not the media type of the body, in UTF-8, or the Content-Encoding is not supported.',
    [errors.otherMediaType],
  ),
  ExpectationFailed: describeError('The Expect header is not `100-continue`.', [errors.otherExpectation]),
  PetNotFound: describeError('No animal has this id.', [errors.unknownPet]),
  IdempotencyKeyReused: describeError('The Idempotency-Key was used for another animal. Nothing was added.', [
    errors.reusedIdempotencyKey,
  ]),
  RateLimited: describeError(
    'The API key has too many requests, or too large ones, in flight. If the service has a rate limit: the API key has made ' +
      'too many requests in a short time.',
    [errors.rateExceeded],
    { 'Retry-After': headerRef('RetryAfter') },
  ),
  HeadersTooLarge: describeError('The header fields and the URL have more than 16 KiB together.', [
    errors.headersTooLarge,
  ]),
  InternalError: describeError('The service failed. A write may still have happened.', [errors.bug]),
  ServiceUnavailable: describeError(
    'The store is unavailable or full, or too many requests are in flight. A write may still have happened: retry it as ' +
      'the description of its operation says.',
    [errors.storeUnavailable],
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
