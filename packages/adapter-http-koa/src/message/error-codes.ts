const correct = 'correct the request';
const wait = 'wait as long as `Retry-After` says, then retry';

export type ErrorCode =
  | 'invalid_request'
  | 'invalid_parameter'
  | 'unauthorized'
  | 'not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'gone'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'expectation_failed'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'headers_too_large'
  | 'internal_error'
  | 'service_unavailable';

/** The HTTP status of an error code, when the service returns it, and what the client can do. */
export interface ErrorMeaning {
  readonly status: number;
  readonly when: string;
  readonly advice: string;
}

/** Every value of the `code` of an Error: its HTTP status, when the service returns it, and what the client can do. */
export const errorCodes: Readonly<Record<ErrorCode, ErrorMeaning>> = {
  invalid_request: {
    status: 400,
    when: 'the body, a header or the HTTP message itself breaks a rule',
    advice: correct,
  },
  invalid_parameter: {
    status: 400,
    when: 'a query parameter breaks its rule',
    advice: `${correct}; if the cursor is invalid, start again at the first page`,
  },
  unauthorized: {
    status: 401,
    when: 'the API key is missing or invalid',
    advice: 'send a valid key, or ask the operator for one',
  },
  not_found: { status: 404, when: 'no animal has this id, or the path does not exist', advice: 'do not retry' },
  method_not_allowed: {
    status: 405,
    when: 'the path does not support this method',
    advice: 'use a method that `Allow` lists',
  },
  request_timeout: {
    status: 408,
    when: 'the request took too long to arrive',
    advice: 'retry, and send the request without pauses',
  },
  gone: { status: 410, when: 'the operation was removed', advice: 'use the successor that `Link` names' },
  payload_too_large: {
    status: 413,
    when: 'the body is too large',
    advice: 'send a smaller body',
  },
  unsupported_media_type: {
    status: 415,
    when: 'the body does not have the media type of its operation, in UTF-8, or its `Content-Encoding` is not supported',
    advice: correct,
  },
  expectation_failed: { status: 417, when: '`Expect` is not `100-continue`', advice: 'omit `Expect`' },
  idempotency_key_reused: {
    status: 422,
    when: 'the `Idempotency-Key` was used for another animal; nothing was added',
    advice: 'use a new key for each new animal',
  },
  rate_limited: {
    status: 429,
    when: 'the API key has too many requests in flight, or made too many in a short time',
    advice: wait,
  },
  headers_too_large: {
    status: 431,
    when: 'the header fields or the URL are too large',
    advice: 'send smaller headers and a shorter URL',
  },
  internal_error: {
    status: 500,
    when: 'the service failed; a write may still have happened',
    advice: 'report it with the `X-Request-Id` of the response',
  },
  service_unavailable: {
    status: 503,
    when: 'the store or the service cannot take the request now, as the message says; a write may still have happened',
    advice: `${wait}; retry \`addPet\` with the same \`Idempotency-Key\``,
  },
};

/** The first code with a status, if there is one. */
export const codeOfStatus = (status: number): ErrorCode | undefined =>
  (Object.keys(errorCodes) as ErrorCode[]).find((code) => errorCodes[code].status === status);
