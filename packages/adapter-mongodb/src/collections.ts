import type { Collection, Db, Long } from 'mongodb';
import type { ApiKeyDocument } from './api-key-document.ts';
import { longsAsTheyAre } from './exact-integer.ts';
import { createFindDocuments, type FindDocuments } from './find-documents.ts';
import type { PetDocument } from './pet-document.ts';

/** The last id that was reserved for the collection of the same name. */
export interface CounterDocument {
  readonly _id: string;
  readonly last: Long;
}

/** Everything the store keeps. */
export interface Collections {
  readonly pets: Collection<PetDocument>;
  readonly findPets: FindDocuments<PetDocument>;
  readonly apiKeys: Collection<ApiKeyDocument>;
  readonly counters: Collection<CounterDocument>;
}

export const openCollections = (database: Db): Collections => {
  const pets = database.collection<PetDocument>('pets', longsAsTheyAre);
  return {
    pets,
    findPets: createFindDocuments(database, pets),
    apiKeys: database.collection('apiKeys'),
    counters: database.collection('counters', longsAsTheyAre),
  };
};
