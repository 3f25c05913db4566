/** Why an operation got no connection. */
export type CheckoutFailure = 'timeout' | 'connectionError' | 'poolClosed' | 'other';

/** Gets the events of the connections of a store to its server. Each server of a replica set has its own pool. */
export interface PoolObserver {
  /** A pool was created, with this limit of connections. */
  readonly poolCreated: (maxConnections: number) => void;
  /** A pool has a new connection, which may not be established yet. */
  readonly connectionCreated: () => void;
  /** A connection is closed. */
  readonly connectionClosed: () => void;
  /** An operation requests a connection. It gets one, or fails. */
  readonly checkoutStarted: () => void;
  /** An operation got a connection, after this many milliseconds. */
  readonly checkedOut: (milliseconds: number) => void;
  /** An operation got no connection. */
  readonly checkoutFailed: (reason: CheckoutFailure) => void;
  /** A connection is free again. */
  readonly checkedIn: () => void;
}
