import { type ErrorCode, errorStatuses } from '../error-answer.ts';

/** What an error code tells a client: when it comes, and what to do then. */
export interface ErrorMeaning {
  readonly when: string;
  readonly advice: string;
}

const correct = 'correct the request';
const wait = 'wait as long as `Retry-After` says, then send it again';

/** What each error code tells a client. */
export const errorMeanings: Readonly<Record<ErrorCode, ErrorMeaning>> = {
  invalid_request: { when: 'the body, a header or the HTTP message itself breaks a rule', advice: correct },
  invalid_parameter: {
    when: '`limit`, `status` or `cursor` breaks its rule',
    advice: `${correct}; when it is the cursor, begin with the first page`,
  },
  unauthorized: {
    when: 'the API key is missing or not valid',
    advice: 'send a valid key, or ask the operator for one',
  },
  not_found: {
    when: 'there is no animal with this id, or nothing at this path',
    advice: 'do not repeat it',
  },
  method_not_allowed: { when: 'the path does not know this method', advice: 'use one that `Allow` names' },
  request_timeout: { when: 'the request took too long to arrive', advice: 'send it again, in one go' },
  gone: { when: 'the operation has been removed', advice: 'use what its `Link` names as the successor' },
  payload_too_large: {
    when: 'the body is too large, or comes in too many small pieces',
    advice: 'send less, or send it in larger pieces',
  },
  unsupported_media_type: {
    when: 'the body is not `application/json` in UTF-8, or its `Content-Encoding` is not known',
    advice: correct,
  },
  expectation_failed: { when: '`Expect` asks for something other than `100-continue`', advice: 'leave it out' },
  idempotency_key_reused: {
    when: 'the `Idempotency-Key` was used before, for another animal; nothing was added',
    advice: 'take a new key for each new animal',
  },
  rate_limited: { when: 'too many requests of this API key, in flight or in a short time', advice: wait },
  headers_too_large: { when: 'the header fields, or the URL, are too large', advice: 'send less' },
  internal_error: {
    when: 'the service has failed; an animal that was being added may be there',
    advice: 'report it with the `X-Request-Id` of the answer',
  },
  service_unavailable: {
    when: 'the store cannot answer now, or too many requests are in flight; an animal that was being added may be there',
    advice: `${wait}, an addition with the same \`Idempotency-Key\``,
  },
};

/** Every error code. */
export const errorCodes: readonly ErrorCode[] = Object.keys(errorMeanings) as readonly ErrorCode[];

/** The list of error codes for a person, in Markdown. */
export const errorCodesText: string = errorCodes
  .map((code) => {
    const { when, advice } = errorMeanings[code];
    return `- \`${code}\` (${errorStatuses[code]}): ${when}; ${advice}.`;
  })
  .join('\n');
