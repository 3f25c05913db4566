// The driver of MongoDB has a pool for each server, searches for a server before each operation, and reports both by events.
import type { CheckoutFailure, PoolObserver } from '@animal-store/store';
import type { MongoClient, TopologyDescription, TopologyDescriptionChangedEvent } from 'mongodb';
import { StoreUnusable } from './errors.ts';

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

const reasonOf = ({ servers, setName }: TopologyDescription): Error | undefined => {
  // The driver forgets each host that does not belong to the replica set.
  if (servers.size === 0) return new StoreUnusable(`no host belongs to the replica set ${setName}`);
  const all = [...servers.values()];
  return all.some(({ isWritable }) => isWritable) ? undefined : all.flatMap(({ error }) => error ?? [])[0];
};

/** Watches the servers of a client, because the driver tells why it found none only when its search ends. */
export const watchServers = (client: Pick<MongoClient, 'on' | 'off'>) => {
  let known: Error | undefined;
  const note = ({ newDescription }: TopologyDescriptionChangedEvent): void => {
    known = reasonOf(newDescription);
  };
  client.on('topologyDescriptionChanged', note);
  return {
    /** Why no server can be written to; undefined if one can, or if that is not known. */
    reason: (): Error | undefined => known,
    end: (): void => void client.off('topologyDescriptionChanged', note),
  };
};
