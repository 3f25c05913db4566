import type { DeprecationNotice, FetchHeaders, OperationName } from './animal-store-client.ts';
import { AnimalStoreError, type ErrorDetails, serviceErrorCodes } from './animal-store-error.ts';
import { linkTarget, resolveInOrigin } from './link.ts';
import { type ApiRequest, type ApiResponse, readRetryAfter } from './send-with-retries.ts';

// Every int64 fits into twenty characters, and BigInt reads a text of that length quickly.
const exactNumber = (digits: string): bigint | number =>
  /^-?\d{1,19}$/.test(digits) ? BigInt(digits) : Number(digits);

/**
 * Reads JSON (RFC 8259) without rounding: an integer of at most 19 plain digits becomes a `bigint`, any other number a
 * `number`. Throws the errors of `JSON.parse`, and an `Error` if the runtime does not give the digits of a number.
 */
export const parseExactJson = (text: string): unknown =>
  // TypeScript does not declare the third argument (https://tc39.es/proposal-json-parse-with-source).
  JSON.parse(text, (_name, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value !== 'number') return value;
    if (context?.source === undefined)
      throw new Error('this runtime rounds integers: its JSON.parse does not give their digits (see the README)');
    return exactNumber(context.source);
  });

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
  read: (json: unknown, headers: FetchHeaders) => A,
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

const dateOf = (time: number): Date | undefined =>
  Number.isNaN(new Date(time).getTime()) ? undefined : new Date(time);

/** Reads the announcement in the headers of a response; undefined if there is none. */
export const readDeprecation = (
  operation: OperationName,
  url: string,
  headers: FetchHeaders,
): DeprecationNotice | undefined => {
  if (headers.get('Deprecation') === null && headers.get('Sunset') === null) return undefined;
  // The Date of a structured field (RFC 9651, section 3.3.7): seconds since 1970 after an @.
  const deprecated = dateOf(1000 * Number(/^@(-?\d{1,13})$/.exec(headers.get('Deprecation') ?? '')?.[1]));
  const sunset = dateOf(Date.parse(headers.get('Sunset') ?? ''));
  const target = linkTarget(headers, 'successor-version');
  const successor = target && resolveInOrigin(target, url);
  return {
    operation,
    ...(deprecated && { deprecated }),
    ...(sunset && { sunset }),
    ...(successor && { successor }),
  };
};
