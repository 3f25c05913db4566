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
