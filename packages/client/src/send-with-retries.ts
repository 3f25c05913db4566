import { AnimalStoreError } from './animal-store-error.ts';
import type { ApiAnswer } from './exchange.ts';
import { pause } from './pause.ts';
import { readRetryAfter, retryDelay } from './retry-delay.ts';

/** One try of a request, within so many milliseconds: an answer, or the error when there is none. */
export type Try = (limit: number) => Promise<ApiAnswer | AnimalStoreError>;

/** How long and how often to try, and what ends it. */
export interface RetryOptions {
  readonly timeout: number;
  readonly attemptTimeout: number;
  readonly retries: number;
  readonly signal: AbortSignal | undefined;
}

// Too many requests; a proxy that has lost the service; the service without its store; a proxy that waited too long.
const temporary = [429, 502, 503, 504];

/**
 * Tries again and again while what comes of it may pass: no answer, or one of a temporary status. Gives the outcome of
 * the last try; throws only the reason of the caller's signal.
 */
export const sendWithRetries = async (
  send: Try,
  { timeout, attemptTimeout, retries, signal }: RetryOptions,
): Promise<ApiAnswer | AnimalStoreError> => {
  const end = performance.now() + timeout;
  for (let retry = 0; ; retry++) {
    const outcome = await send(Math.min(attemptTimeout, end - performance.now()));
    const isAnswer = !(outcome instanceof AnimalStoreError);
    if (retry >= retries || (isAnswer && !temporary.includes(outcome.status))) return outcome;
    const delay = retryDelay(retry, isAnswer ? readRetryAfter(outcome.headers.get('Retry-After')) : undefined);
    if (performance.now() + delay >= end) return outcome;
    await pause(delay, signal);
  }
};
