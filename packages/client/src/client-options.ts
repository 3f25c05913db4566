import type { DeprecationNotice } from './deprecation-notice.ts';

/** Sends one request, as the global `fetch` does. It must obey `signal` and `redirect`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How long a call may take and how often it is tried. */
export interface CallLimits {
  /** The most time that a whole call may take, waits and repetitions included, in milliseconds: 30,000. */
  readonly timeout?: number | undefined;
  /** The most time that one try may take, in milliseconds: 10,000. After that it counts as a lost connection. */
  readonly attemptTimeout?: number | undefined;
  /**
   * How often a request is repeated at most: 3. It is repeated after a lost connection and after 429, 502, 503 and 504,
   * as soon as `Retry-After` allows and within `timeout`; after nothing else.
   */
  readonly retries?: number | undefined;
}

/** What can be said for each call. */
export interface CallOptions extends CallLimits {
  /** Ends the call, which then rejects with the reason of the signal, as `fetch` does. */
  readonly signal?: AbortSignal | undefined;
}

/** What can be said for adding an animal. */
export interface AddPetOptions extends CallOptions {
  /**
   * Names this creation: 1–255 visible ASCII characters. Absent, the client makes one, so that its own repetitions are
   * safe. Give one, and keep it, to be able to repeat the call after the program or the page was closed.
   */
  readonly idempotencyKey?: string | undefined;
}

/** What the client needs to know; the limits hold for calls that say nothing else. */
export interface ClientOptions extends CallLimits {
  /** The address of the API with its version, as in `https://animals.example/v1`; in a browser `/v1` will do. */
  readonly baseUrl: string | URL;
  /** The API key, without `Bearer`. */
  readonly apiKey: string;
  /** What sends the requests: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Told whenever an answer announces that its operation is to be removed. It must not throw. */
  readonly onDeprecation?: ((notice: DeprecationNotice) => void) | undefined;
}
