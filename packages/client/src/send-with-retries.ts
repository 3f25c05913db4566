import { AnimalStoreError } from './animal-store-error.ts';
import { pause } from './pause.ts';
import { readRetryAfter, retryDelay } from './retry-delay.ts';
import type { ApiResponse } from './transport.ts';

/** One attempt of a request, within `limit` milliseconds: the response, or the error if there is none. */
export type Attempt = (limit: number) => Promise<ApiResponse | AnimalStoreError>;

/** Time limits, the number of retries, and the signal that ends the call. */
export interface RetryOptions {
  readonly timeout: number;
  readonly attemptTimeout: number;
  readonly retries: number;
  readonly signal: AbortSignal | undefined;
}

// Too many requests; a proxy without the service; the service without its store; a timeout of a proxy.
const temporary = [429, 502, 503, 504];

/**
 * Retries while there is no response, or one with a temporary status. Returns the outcome of the last attempt; throws only
 * the reason of the caller's signal.
 */
export const sendWithRetries = async (
  send: Attempt,
  { timeout, attemptTimeout, retries, signal }: RetryOptions,
): Promise<ApiResponse | AnimalStoreError> => {
  const end = performance.now() + timeout;
  for (let retry = 0; ; retry++) {
    const outcome = await send(Math.min(attemptTimeout, end - performance.now()));
    const isResponse = !(outcome instanceof AnimalStoreError);
    if (retry >= retries || (isResponse && !temporary.includes(outcome.status))) return outcome;
    const delay = retryDelay(retry, isResponse ? readRetryAfter(outcome.headers.get('Retry-After')) : undefined);
    if (performance.now() + delay >= end) return outcome;
    await pause(delay, signal);
  }
};
