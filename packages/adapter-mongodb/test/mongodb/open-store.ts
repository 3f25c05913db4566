import { afterAll } from 'vitest';
import type { MongoStore } from '../../src/index.ts';
import { type ConnectOptions, connectPatiently } from './connect.ts';

/** Returns a function that returns one store, which is closed after the tests around it. */
export const openStore = (uri: string, options?: ConnectOptions): (() => Promise<MongoStore>) => {
  let store: Promise<MongoStore> | undefined;
  afterAll(async () => (await store)?.close());
  return () => {
    store ??= connectPatiently(uri, options);
    return store;
  };
};
