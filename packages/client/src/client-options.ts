import type { DeprecationNotice } from './deprecation-notice.ts';

/** Sends one request, as the global `fetch` does. It must obey `signal` and `redirect`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Time limits and the number of retries of a call. */
export interface CallLimits {
  /** Time limit of the whole call, including waits and retries, in milliseconds; default 30,000. */
  readonly timeout?: number | undefined;
  /** Time limit of one attempt, in milliseconds; default 10,000. Above that it counts as a lost connection. */
  readonly attemptTimeout?: number | undefined;
  /**
   * Maximum number of retries; default 3. A request is retried only after a lost connection, 429, 502, 503 or 504, not
   * before `Retry-After` and within `timeout`.
   */
  readonly retries?: number | undefined;
}

/** Options of every call. */
export interface CallOptions extends CallLimits {
  /** Ends the call, which then rejects with the reason of the signal, as `fetch` does. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `addPet`. */
export interface AddPetOptions extends CallOptions {
  /**
   * Names this creation: 1–255 visible ASCII characters. By default the client generates a key, so its own retries are safe.
   * Pass a key, and store it, to be able to retry the call after the program or the page was closed.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Options of the client. Its limits apply to calls without limits of their own. */
export interface ClientOptions extends CallLimits {
  /** The base URL of the API with its version, such as `https://animals.example/v1`; in a browser also `/v1`. */
  readonly baseUrl: string | URL;
  /** The API key, without `Bearer`. */
  readonly apiKey: string;
  /** Sends the requests; default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Called for each response that announces the removal of its operation. It must not throw. */
  readonly onDeprecation?: ((notice: DeprecationNotice) => void) | undefined;
}
