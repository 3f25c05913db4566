import type { Collection, Db, Long } from 'mongodb';
import type { ApiKeyDocument } from './api-key-document.ts';
import type { CreationDocument } from './creation-document.ts';
import type { PetDocument } from './pet-document.ts';

/** The last id that was reserved for animals, or, under `format`, the number of the format. */
export interface CounterDocument {
  readonly _id: 'pets' | 'format';
  readonly last: Long;
}

/** The collections of the store. Those with int64 give `Long`, because a number may be rounded. */
export interface Collections {
  readonly pets: Collection<PetDocument>;
  readonly creations: Collection<CreationDocument>;
  readonly apiKeys: Collection<ApiKeyDocument>;
  readonly counters: Collection<CounterDocument>;
}

export const openCollections = (database: Db): Collections => ({
  pets: database.collection('pets', { promoteLongs: false }),
  creations: database.collection('creations', { promoteLongs: false }),
  apiKeys: database.collection('apiKeys'),
  counters: database.collection('counters', { promoteLongs: false }),
});
