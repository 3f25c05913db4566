import { EventEmitter } from 'node:events';
import type { PoolObserver } from '@animal-store/store';
import type { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
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
])('tells of %s %o', (event, details, ...told) => {
  const observed: unknown[] = [];
  const observer = new Proxy(
    {},
    {
      get:
        (_, name) =>
        (...given: unknown[]) =>
          void observed.push(name, ...given),
    },
  );
  const client = new EventEmitter();
  observePool(client as unknown as MongoClient, observer as PoolObserver);
  client.emit(event, details);
  expect(observed).toEqual(told);
});
