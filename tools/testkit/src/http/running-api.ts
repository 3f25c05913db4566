/** A running service that is tested over the network. */
export interface RunningApi {
  /** `http://127.0.0.1:<port>`, without a path. */
  readonly origin: string;
  /** A key that the service accepts. */
  readonly apiKey: string;
  /** The `BASE_URL` of the service, if any. */
  readonly base?: string | undefined;
  /** Stops the service. */
  readonly stop: () => Promise<unknown>;
}
