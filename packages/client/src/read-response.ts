import { AnimalStoreError, type ErrorDetails } from './animal-store-error.ts';
import { recognizeCode } from './error-code.ts';
import { parseExactJson } from './exact-json.ts';
import { readRetryAfter } from './retry-delay.ts';
import type { ApiRequest, ApiResponse, Expectation } from './transport.ts';

const readError = ({ status, text }: ApiResponse, details: ErrorDetails): AnimalStoreError => {
  const error = Object(parseExactJson(text)) as Readonly<Record<string, unknown>>;
  const { code, message } = error;
  if (typeof code !== 'string' || typeof message !== 'string' || error['status'] !== BigInt(status)) {
    throw new TypeError('it is not an error of the animal store');
  }
  return new AnimalStoreError(recognizeCode(code), message, { ...details, serviceCode: code });
};

// A browser reports only that a response is a redirect, with status 0.
const isRedirect = ({ status }: ApiResponse): boolean => status === 0 || (status >= 300 && status < 400);

/**
 * Reads the response to a request. Throws the error in it, or `unexpected_response` if the response is neither an error of the
 * service nor the expected one.
 */
export const readResponse = <A>(
  { method, url, idempotencyKey }: ApiRequest,
  response: ApiResponse,
  expectation: Expectation<A>,
): A => {
  const { status, headers, text } = response;
  const details: ErrorDetails = {
    status,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfter: readRetryAfter(headers.get('Retry-After')),
    idempotencyKey,
  };
  let error: AnimalStoreError;
  try {
    if (isRedirect(response)) throw new TypeError('it is a redirect, which is never followed');
    // 204 has no content (RFC 9110, section 15.3.5).
    if (status === expectation.status)
      return expectation.read(status === 204 ? undefined : parseExactJson(text), headers);
    error = readError(response, details);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    const message = `unexpected response to ${method} ${url}, status ${status}: ${reason}`;
    error = new AnimalStoreError('unexpected_response', message, { ...details, cause });
  }
  throw error;
};
