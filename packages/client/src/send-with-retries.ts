import type { CallOptions, Fetch, FetchHeaders, OperationName } from './animal-store-client.ts';
import { AnimalStoreError } from './animal-store-error.ts';

/** A request to the service. */
export interface ApiRequest {
  readonly operation: OperationName;
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The Idempotency-Key in the headers, for errors. */
  readonly idempotencyKey?: string;
}

/** A complete response. */
export interface ApiResponse {
  readonly status: number;
  readonly headers: FetchHeaders;
  readonly text: string;
}

// The request arrived too slowly; too many requests; a proxy without the service; no store; a timeout of a proxy.
const temporary = [408, 429, 502, 503, 504];

// The least delay before the first retry, in milliseconds.
const firstDelay = 100;

// The three forms of a date (RFC 9110, section 5.6.7): two end with GMT, that of `asctime` with the year.
const httpDate = /^[A-Z][a-z]+,? [\w -]{6,11} \d\d:\d\d:\d\d (?:GMT|\d{4})$/;

/**
 * The delay in `Retry-After` (RFC 9110, section 10.2.3: seconds, or a date) in milliseconds; undefined if there is none, or
 * none that can be read.
 */
export const readRetryAfter = (headers: FetchHeaders): number | undefined => {
  const header = headers.get('Retry-After') ?? '';
  if (/^\d{1,9}$/.test(header)) return 1000 * Number(header);
  const wait = httpDate.test(header) ? Date.parse(header.replace(/\d{4}$/, '$& GMT')) - Date.now() : Number.NaN;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
};

/** Waits for a number of milliseconds, or until the signal is aborted. */
const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });

/** Sends a request once, and reads the whole response within `limit` milliseconds. Returns the error if there is none. */
const sendOnce = async (
  fetch: Fetch,
  { method, url, headers = {}, body, idempotencyKey }: ApiRequest,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<ApiResponse | AnimalStoreError> => {
  // AbortSignal.any would join a time limit and the signal, but browsers have it only since 2024.
  const attempt = new AbortController();
  const end = (): void => attempt.abort();
  const timer = setTimeout(end, Math.max(0, Math.ceil(limit)));
  signal?.addEventListener('abort', end);
  try {
    // A followed redirect could send the API key to another host. With 'error', it would look like a lost connection.
    const init = { method, headers, redirect: 'manual', signal: attempt.signal } as const;
    const response = await fetch(url, body === undefined ? init : { ...init, body });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    const details = { idempotencyKey, cause };
    return attempt.signal.aborted
      ? new AnimalStoreError('timed_out', `${method} ${url} got no response in time`, details)
      : new AnimalStoreError('connection_failed', `${method} ${url} got no response`, details);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  }
};

/**
 * Sends a request, and retries while there is no response, or one with a temporary status. The delay doubles each time, and is
 * at least `Retry-After`; a random part keeps many clients from retrying at the same time. Throws the error of the last
 * attempt, or the reason of the signal.
 */
export const sendWithRetries = async (
  fetch: Fetch,
  request: ApiRequest,
  { timeout = 30_000, attemptTimeout = 10_000, retries = 3, signal }: CallOptions,
): Promise<ApiResponse> => {
  const end = performance.now() + timeout;
  for (let retry = 0; ; retry++) {
    signal?.throwIfAborted();
    const outcome = await sendOnce(fetch, request, Math.min(attemptTimeout, end - performance.now()), signal);
    const response = outcome instanceof AnimalStoreError ? undefined : outcome;
    const least = firstDelay * 2 ** retry;
    const asked = (response && readRetryAfter(response.headers)) ?? 0;
    const delay = Math.max(least, asked) + Math.random() * least;
    const isLast = retry >= retries || performance.now() + delay >= end;
    if (response !== undefined && (isLast || !temporary.includes(response.status))) return response;
    if (isLast) throw outcome;
    await pause(delay, signal);
  }
};
