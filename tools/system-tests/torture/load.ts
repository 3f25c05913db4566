/** The load that the healthy client sends. */
export interface Load {
  readonly origin: string;
  readonly apiKey: string;
  /** The animal that is fetched. */
  readonly petId: string;
  readonly seconds: number;
}

/**
 * How often each status was returned. An error counts with its message, a missing response under its error code.
 * `newConnections` are those of lists on new connections, `probes` those of `/livez` and `/readyz`.
 */
export type Statuses = Readonly<
  Record<'reads' | 'newConnections' | 'additions' | 'probes', Readonly<Record<string, number>>>
>;

/**
 * The measurements of the healthy client. All times are in milliseconds, from the moment at which a request was due.
 */
export interface Health {
  readonly p50: number;
  readonly p99: number;
  /** The longest time that `/livez` or `/readyz` took. */
  readonly slowestProbe: number;
  readonly statuses: Statuses;
}
