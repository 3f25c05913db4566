import { EventEmitter } from 'node:events';
import type { PoolObserver } from '@animal-store/store';
import type { MongoClient } from 'mongodb';
import { expect, it, vi } from 'vitest';
import { observePool } from './observe-client.ts';

it.each<[string, object, keyof PoolObserver, ...unknown[]]>([
  ['connectionPoolCreated', { options: { maxPoolSize: 7 } }, 'poolCreated', 7],
  ['connectionCreated', {}, 'connectionCreated'],
  ['connectionCheckOutStarted', {}, 'checkoutStarted'],
  ['connectionCheckedOut', { durationMS: 20 }, 'checkedOut', 20],
  ['connectionCheckedIn', {}, 'checkedIn'],
  ['connectionCheckOutFailed', { reason: 'timeout' }, 'checkoutFailed', 'timeout'],
  ['connectionCheckOutFailed', { reason: 'something new' }, 'checkoutFailed', 'other'],
  ['connectionClosed', {}, 'connectionClosed'],
])('tells of %s %o', (event, details, method, ...told) => {
  const observed = vi.fn();
  const client = new EventEmitter();
  observePool(client as unknown as MongoClient, { [method]: observed } as unknown as PoolObserver);
  client.emit(event, details);
  expect(observed.mock.calls).toEqual([told]);
});
