import type { MongoClient } from 'mongodb';

const checkoutFailures = ['timeout', 'connectionError', 'poolClosed'] as const;

/** Why an operation got no connection. */
export type CheckoutFailure = (typeof checkoutFailures)[number] | 'other';

/** Is told what happens to the connections of a store. Each server of a replica set has a pool of its own. */
export interface PoolObserver {
  /** A pool was made, which may have so many connections. */
  readonly poolCreated: (maxConnections: number) => void;
  /** A pool has a new connection, which may not be established yet. */
  readonly connectionCreated: () => void;
  /** A connection is closed. */
  readonly connectionClosed: () => void;
  /** An operation wants a connection. It gets one, or fails. */
  readonly checkoutStarted: () => void;
  /** An operation got a connection, after so many milliseconds. */
  readonly checkedOut: (milliseconds: number) => void;
  /** An operation got no connection. */
  readonly checkoutFailed: (reason: CheckoutFailure) => void;
  /** A connection is free again. */
  readonly checkedIn: () => void;
}

/** Tells an observer what the driver's pools do. */
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
