import { type ErrorCode, errorStatuses } from '../error-answer.ts';

/** What each error code tells a client. */
const meanings: Readonly<Record<ErrorCode, string>> = {
  invalid_request: 'the body, a header or the HTTP message itself breaks a rule; do not send it again unchanged',
  invalid_parameter: 'a query parameter breaks its rule',
  unauthorized: 'the API key is missing or not valid',
  not_found: 'there is no animal with this id, or nothing at this path',
  method_not_allowed: 'the path does not know this method; `Allow` has those that it knows',
  request_timeout: 'the request took too long to arrive',
  gone: 'the operation has been removed',
  payload_too_large: 'the body is too large',
  unsupported_media_type: 'the body is not `application/json` in UTF-8, or its `Content-Encoding` is not known',
  expectation_failed: 'the `Expect` header asks for something other than `100-continue`',
  idempotency_key_reused: 'the `Idempotency-Key` was used before, for another animal',
  rate_limited: 'too many requests in a short time with this API key; wait as long as `Retry-After` says',
  headers_too_large: 'the header fields, or the URL, are too large',
  internal_error: 'the service has failed; its log knows why, under the `X-Request-Id` of the answer',
  service_unavailable:
    'the store cannot answer now, or too many requests are under way; wait as long as `Retry-After` says and try again',
};

/** Every error code. */
export const errorCodes: readonly ErrorCode[] = Object.keys(meanings) as readonly ErrorCode[];

/** The list of error codes for a person, in Markdown. */
export const errorCodesText: string = errorCodes
  .map((code) => `- \`${code}\` (${errorStatuses[code]}): ${meanings[code]}.`)
  .join('\n');
