/** Gets the events of the connections of a store. */
export interface PoolObserver {
  /** A pool was created, with this limit of connections. */
  readonly poolCreated: (maxConnections: number) => void;
  /** A connection was made. */
  readonly connectionCreated: () => void;
  /** A connection is closed. */
  readonly connectionClosed: () => void;
  /** An operation requests a connection. It gets one, or fails. */
  readonly checkoutStarted: () => void;
  /** An operation got a connection, after this many milliseconds. */
  readonly checkedOut: (milliseconds: number) => void;
  /** An operation got no connection. */
  readonly checkoutFailed: (reason: 'timeout' | 'connectionError') => void;
  /** A connection is free again. */
  readonly checkedIn: () => void;
}
