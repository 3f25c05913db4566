/** A running service to be tested over the network. */
export interface RunningApi {
  /** `http://127.0.0.1:<port>`, without a path. */
  readonly origin: string;
  /** A key that the service accepts. */
  readonly apiKey: string;
  /** The `BASE_URL` that it was given, if any. */
  readonly base?: string | undefined;
  /** Ends the service. */
  readonly stop: () => Promise<unknown>;
}
