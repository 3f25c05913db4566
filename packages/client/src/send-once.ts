import { AnimalStoreError } from './animal-store-error.ts';
import type { Fetch } from './client-options.ts';
import { startTimer } from './start-timer.ts';
import type { ApiRequest, ApiResponse } from './transport.ts';

/**
 * Sends a request once and reads the whole response, within `limit` milliseconds. Returns the error if there is no
 * response; throws only the reason of the caller's signal.
 */
export const sendOnce = async (
  fetch: Fetch,
  { method, url, headers = {}, body, idempotencyKey }: ApiRequest,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<ApiResponse | AnimalStoreError> => {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const stopTimer = startTimer(abort, limit);
  signal?.addEventListener('abort', abort);
  try {
    // A followed redirect could send the API key to another host. With 'error', it would look like a lost connection.
    const init: RequestInit = { method, headers, body: body ?? null, redirect: 'manual', signal: controller.signal };
    const response = await fetch(url, init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch (cause) {
    signal?.throwIfAborted();
    const details = { idempotencyKey, cause };
    return controller.signal.aborted
      ? new AnimalStoreError('timed_out', `${method} ${url} got no response in time`, details)
      : new AnimalStoreError('connection_failed', `${method} ${url} got no response`, details);
  } finally {
    stopTimer();
    signal?.removeEventListener('abort', abort);
  }
};
