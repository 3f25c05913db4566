import { type ErrorCode, errorStatuses } from '../response/error-response.ts';

/** When the service returns an error code, and what the client should do then. */
export interface ErrorMeaning {
  readonly when: string;
  readonly advice: string;
}

const correct = 'correct the request';
const wait = 'wait as long as `Retry-After` says, then retry';

/** The meaning of each error code. */
export const errorMeanings: Readonly<Record<ErrorCode, ErrorMeaning>> = {
  invalid_request: { when: 'the body, a header or the HTTP message itself breaks a rule', advice: correct },
  invalid_parameter: {
    when: '`limit`, `status` or `cursor` breaks its rule',
    advice: `${correct}; if the cursor is invalid, start again at the first page`,
  },
  unauthorized: {
    when: 'the API key is missing or invalid',
    advice: 'send a valid key, or ask the operator for one',
  },
  not_found: {
    when: 'no animal has this id, or the path does not exist',
    advice: 'do not retry',
  },
  method_not_allowed: { when: 'the path does not support this method', advice: 'use a method that `Allow` lists' },
  request_timeout: {
    when: 'the request took too long to arrive',
    advice: 'retry, and send the request without pauses',
  },
  gone: { when: 'the operation was removed', advice: 'use the successor that `Link` names' },
  payload_too_large: {
    when: 'the body is too large, or arrives in too many small pieces',
    advice: 'send a smaller body, or larger pieces',
  },
  unsupported_media_type: {
    when: 'the body is not `application/json` in UTF-8, or its `Content-Encoding` is not supported',
    advice: correct,
  },
  expectation_failed: { when: '`Expect` is not `100-continue`', advice: 'omit `Expect`' },
  idempotency_key_reused: {
    when: 'the `Idempotency-Key` was used for another animal; nothing was added',
    advice: 'use a new key for each new animal',
  },
  rate_limited: { when: 'the API key has too many requests in flight, or made too many in a short time', advice: wait },
  headers_too_large: {
    when: 'the header fields or the URL are too large',
    advice: 'send smaller headers and a shorter URL',
  },
  internal_error: {
    when: 'the service failed; a write may still have happened',
    advice: 'report it with the `X-Request-Id` of the response',
  },
  service_unavailable: {
    when: 'the store is unavailable or full, or too many requests are in flight; a write may still have happened',
    advice: `${wait}; retry \`addPet\` with the same \`Idempotency-Key\``,
  },
};

/** Every error code. */
export const errorCodes: readonly ErrorCode[] = Object.keys(errorMeanings) as readonly ErrorCode[];

/** The error codes as a Markdown list. */
export const errorCodesText: string = errorCodes
  .map((code) => {
    const { when, advice } = errorMeanings[code];
    return `- \`${code}\` (${errorStatuses[code]}): ${when}; ${advice}.`;
  })
  .join('\n');
