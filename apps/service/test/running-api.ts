/** A running service to be tested over the network. */
export interface RunningApi {
  /** `http://127.0.0.1:<port>`, without a path. */
  readonly origin: string;
  /** A key that the service accepts. */
  readonly apiKey: string;
  /** Ends the service. */
  readonly stop: () => Promise<unknown>;
}
