/** What the healthy client is told to do. */
export interface Load {
  readonly origin: string;
  readonly apiKey: string;
  /** The animal that is fetched. */
  readonly petId: string;
  /** Whether animals are added too. Otherwise they are only listed and fetched. */
  readonly additions: boolean;
  readonly seconds: number;
}

/** How often each status was returned; a response that did not come counts under the code of its error. */
export interface Statuses {
  readonly reads: Readonly<Record<string, number>>;
  readonly additions: Readonly<Record<string, number>>;
  /** Those of `/livez` and `/readyz`. */
  readonly probes: Readonly<Record<string, number>>;
}

/** What the healthy client saw; all times are in milliseconds, from the moment at which a request was due. */
export interface Health {
  readonly p50: number;
  readonly p99: number;
  /** The longest time that `/livez` or `/readyz` took. */
  readonly slowestProbe: number;
  readonly statuses: Statuses;
}
