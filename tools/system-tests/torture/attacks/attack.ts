/** The target of an attack. */
export interface Target {
  /** `http://127.0.0.1:<port>`, without a path. */
  readonly origin: string;
  /** The key of the attacker. An attack without a key does not use it. */
  readonly apiKey: string;
  /** All keys of the attacker. */
  readonly apiKeys: readonly string[];
  /** Aborts when the time of the attack is over. */
  readonly signal: AbortSignal;
}

/** How often each kind of response arrived: a status, or `closed` for a connection that the service closed. */
export type Tally = Readonly<Record<string, number>>;

/** A hostile client. It ends by itself, at the latest when `signal` aborts, and leaves no connection open. */
export type Attack = (target: Target) => Promise<Tally>;
