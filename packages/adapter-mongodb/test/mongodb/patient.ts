import type { MongoStoreOptions } from '../../src/index.ts';

/** For many operations at once on a busy machine. */
export const patient: MongoStoreOptions = { operationTimeoutMS: 60_000 };
