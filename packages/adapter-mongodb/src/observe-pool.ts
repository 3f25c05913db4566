import type { MongoClient } from 'mongodb';

const checkoutFailures = ['timeout', 'connectionError', 'poolClosed'] as const;

/** Why an operation got no connection. */
export type CheckoutFailure = (typeof checkoutFailures)[number] | 'other';

/** Gets the events of the connections of a store. Each server of a replica set has its own pool. */
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

/** Passes the events of the driver's pools to an observer. */
export const observePool = (client: Pick<MongoClient, 'on'>, observer: PoolObserver): void => {
  client.on('connectionPoolCreated', ({ options }) => observer.poolCreated(options.maxPoolSize));
  client.on('connectionCreated', () => observer.connectionCreated());
  client.on('connectionClosed', () => observer.connectionClosed());
  client.on('connectionCheckOutStarted', () => observer.checkoutStarted());
  client.on('connectionCheckedOut', ({ durationMS }) => observer.checkedOut(durationMS));
  client.on('connectionCheckOutFailed', ({ reason }) =>
    observer.checkoutFailed(checkoutFailures.find((known) => known === reason) ?? 'other'),
  );
  client.on('connectionCheckedIn', () => observer.checkedIn());
};
