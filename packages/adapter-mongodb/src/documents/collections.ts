import type { Collection, Db, Long } from 'mongodb';
import { unpromotedLongs } from '../connection/exact-integer.ts';
import {
  createFindDocuments,
  createSessionPool,
  type FindDocuments,
  type WithSession,
} from '../connection/fast-path.ts';
import { createInsert, type Insert } from '../connection/insert-together.ts';
import type { ApiKeyDocument } from './api-key-document.ts';
import type { CreationDocument } from './creation-document.ts';
import type { PetDocument } from './pet-document.ts';

/** The last id that was reserved for the collection of the same name, or, under `format`, the number of the format. */
export interface CounterDocument {
  readonly _id: string;
  readonly last: Long;
}

/** The collections of the store, and the functions that read and write them. */
export interface Collections {
  readonly pets: Collection<PetDocument>;
  /** Reads animals, under sessions of `withSession`. */
  readonly findPets: FindDocuments<PetDocument>;
  readonly insertPet: Insert<PetDocument>;
  readonly creations: Collection<CreationDocument>;
  readonly insertCreation: Insert<CreationDocument>;
  readonly apiKeys: Collection<ApiKeyDocument>;
  readonly counters: Collection<CounterDocument>;
  readonly withSession: WithSession;
}

export const openCollections = (database: Db): Collections => {
  const pets = database.collection<PetDocument>('pets', unpromotedLongs);
  const creations = database.collection<CreationDocument>('creations', unpromotedLongs);
  const withSession = createSessionPool(database.client);
  return {
    pets,
    findPets: createFindDocuments(database, pets, withSession),
    insertPet: createInsert(pets, withSession),
    creations,
    insertCreation: createInsert(creations, withSession),
    apiKeys: database.collection('apiKeys'),
    counters: database.collection('counters', unpromotedLongs),
    withSession,
  };
};
