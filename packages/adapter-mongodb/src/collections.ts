import type { Collection, CollectionOptions, Db } from 'mongodb';
import type { ApiKeyDocument } from './api-key-document.ts';
import type { PetDocument } from './pet-document.ts';

/** The last id that was reserved for the collection of the same name. */
export interface CounterDocument {
  readonly _id: string;
  readonly last: bigint;
}

/** Everything the store keeps. */
export interface Collections {
  readonly pets: Collection<PetDocument>;
  readonly apiKeys: Collection<ApiKeyDocument>;
  readonly counters: Collection<CounterDocument>;
}

// An int64 arrives as a bigint. For the whole client this would reach into the driver's own bookkeeping.
const exactIntegers: CollectionOptions = { useBigInt64: true };

export const openCollections = (database: Db): Collections => ({
  pets: database.collection('pets', exactIntegers),
  apiKeys: database.collection('apiKeys', exactIntegers),
  counters: database.collection('counters', exactIntegers),
});
