import { AnimalStoreError } from './animal-store-error.ts';
import type { ClientOptions } from './client-options.ts';
import { readDeprecation } from './deprecation-notice.ts';
import { readResponse } from './read-response.ts';
import { sendOnce } from './send-once.ts';
import { sendWithRetries } from './send-with-retries.ts';
import type { Transport } from './transport.ts';

// The token68 of RFC 9110, section 11.2. The errors of `fetch` would show the key.
const isCredential = (apiKey: string): boolean => /^[\w.~+/-]+=*$/.test(apiKey);

/** Creates the function that sends requests with the API key, within the limits, and retries temporary failures. */
export const createTransport = (client: ClientOptions): Transport => {
  const { apiKey, onDeprecation } = client;
  if (!isCredential(apiKey)) throw new TypeError('apiKey must be an API key, without spaces or line breaks');
  // The global `fetch` is looked up for each request, because it may be replaced later, for example by a test.
  const send = client.fetch ?? ((url, init) => fetch(url, init));

  return async (request, expectation, call = {}) => {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${apiKey}`, ...request.headers };
    const { signal } = call;
    const outcome = await sendWithRetries((limit) => sendOnce(send, { ...request, headers }, limit, signal), {
      timeout: call.timeout ?? client.timeout ?? 30_000,
      attemptTimeout: call.attemptTimeout ?? client.attemptTimeout ?? 10_000,
      retries: call.retries ?? client.retries ?? 3,
      signal,
    });
    if (outcome instanceof AnimalStoreError) throw outcome;
    const notice = readDeprecation(request.operation, request.url, outcome.headers);
    if (notice !== undefined) onDeprecation?.(notice);
    return readResponse(request, outcome, expectation);
  };
};
