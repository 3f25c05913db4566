// A collection of MongoDB has no columns: what its documents are is told here, and checked when they are read.
import type { Db, Long } from 'mongodb';
import type { ApiKeyDocument } from './documents/api-key-document.ts';
import type { CreationDocument } from './documents/creation-document.ts';
import type { PetDocument } from './documents/pet-document.ts';
import { type FoundCollections, type GuardedCollection, openGuarded } from './guarded-collection.ts';

/** The last id that was reserved for animals, or, under `format`, the number of the format. */
export interface CounterDocument {
  readonly _id: 'pets' | 'format';
  readonly last: Long;
}

/** The collections of the store. */
export interface Collections {
  readonly pets: GuardedCollection<PetDocument>;
  readonly creations: GuardedCollection<CreationDocument>;
  readonly apiKeys: GuardedCollection<ApiKeyDocument>;
  readonly counters: GuardedCollection<CounterDocument>;
}

/** Opens the collections of a database, which are used once the start has `found` them. */
export const openCollections = (database: Db, found: FoundCollections): Collections => ({
  pets: openGuarded(database, 'pets', found),
  creations: openGuarded(database, 'creations', found),
  apiKeys: openGuarded(database, 'apiKeys', found),
  counters: openGuarded(database, 'counters', found),
});
