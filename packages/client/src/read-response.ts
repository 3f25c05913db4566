import { AnimalStoreError, type ErrorDetails, serviceErrorCodes } from './animal-store-error.ts';
import { parseExactJson } from './exact-json.ts';
import { type ApiRequest, type ApiResponse, readRetryAfter } from './send-with-retries.ts';

const readError = ({ status, text }: ApiResponse, details: ErrorDetails): AnimalStoreError => {
  const error = Object(parseExactJson(text)) as Readonly<Record<string, unknown>>;
  const { code, message } = error;
  if (typeof code !== 'string' || typeof message !== 'string' || error['status'] !== BigInt(status)) {
    throw new TypeError('it is not an error of the animal store');
  }
  const recognized = serviceErrorCodes.find((known) => known === code) ?? 'unrecognized';
  return new AnimalStoreError(recognized, message, { ...details, serviceCode: code });
};

/** Reads the response to a request. Throws the error of the service, or `unexpected_response` if it cannot be read as either. */
export const readResponse = <A>(
  { method, url, idempotencyKey }: ApiRequest,
  response: ApiResponse,
  success: number,
  read: (json: unknown, headers: Headers) => A,
): A => {
  const { status, headers, text } = response;
  const details: ErrorDetails = {
    status,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfter: readRetryAfter(headers),
    idempotencyKey,
  };
  try {
    if (status === success) return read(parseExactJson(text), headers);
    // A browser reports only that a response is a redirect, with status 0.
    if (status === 0 || (status >= 300 && status < 400))
      throw new TypeError('it is a redirect, which is never followed');
    throw readError(response, details);
  } catch (cause) {
    if (cause instanceof AnimalStoreError) throw cause;
    const reason = cause instanceof Error ? cause.message : cause;
    const message = `unexpected response to ${method} ${url}, status ${status}: ${reason}`;
    throw new AnimalStoreError('unexpected_response', message, { ...details, cause });
  }
};
