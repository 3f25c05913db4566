import { EventEmitter } from 'node:events';
import type { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { observePool, type PoolObserver } from './observe-pool.ts';

it('tells of each event of the pool, with a reason out of a closed set', () => {
  const observed: unknown[][] = [];
  const tell =
    (_: object, name: string) =>
    (...given: unknown[]) =>
      void observed.push([name, ...given]);
  const observer = new Proxy({}, { get: tell }) as PoolObserver;
  const client = new EventEmitter();
  observePool(client as unknown as MongoClient, observer);
  client.emit('connectionPoolCreated', { options: { maxPoolSize: 7 } });
  client.emit('connectionCreated', {});
  client.emit('connectionCheckOutStarted', {});
  client.emit('connectionCheckedOut', { durationMS: 20 });
  client.emit('connectionCheckedIn', {});
  for (const reason of ['timeout', 'something new']) client.emit('connectionCheckOutFailed', { reason });
  client.emit('connectionClosed', {});
  expect(observed).toEqual([
    ['poolCreated', 7],
    ['connectionCreated'],
    ['checkoutStarted'],
    ['checkedOut', 20],
    ['checkedIn'],
    ['checkoutFailed', 'timeout'],
    ['checkoutFailed', 'other'],
    ['connectionClosed'],
  ]);
});
