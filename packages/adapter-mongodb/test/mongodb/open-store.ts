import { withOption } from '@animal-store/testkit/mongodb';
import { afterAll } from 'vitest';
import type { MongoStore } from '../../src/index.ts';
import { type ConnectOptions, connect } from './connect.ts';

/**
 * Returns a function that returns one store, which is closed after the tests around it. Its operations wait long for a
 * connection, because some laws send a hundred at once, also on a busy machine.
 */
export const openStore = (uri: string, options?: ConnectOptions): (() => Promise<MongoStore>) => {
  let store: Promise<MongoStore> | undefined;
  afterAll(async () => (await store)?.close());
  return () => {
    store ??= connect(withOption(uri, 'waitQueueTimeoutMS=60000'), options);
    return store;
  };
};
