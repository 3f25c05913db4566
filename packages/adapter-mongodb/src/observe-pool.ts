// The driver of MongoDB has a pool for each server, and reports what happens in it by events.
import type { CheckoutFailure, PoolObserver } from '@animal-store/store';
import type { MongoClient } from 'mongodb';

const checkoutFailures: readonly CheckoutFailure[] = ['timeout', 'connectionError', 'poolClosed'];

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
