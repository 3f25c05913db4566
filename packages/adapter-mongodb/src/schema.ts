import type { Db } from 'mongodb';
import type { WantedCollection } from './compare.ts';
import { creationDocumentSchema } from './documents/creation-document.ts';
import { petDocumentSchema } from './documents/pet-document.ts';

export const wantedCollections: readonly WantedCollection[] = [
  { name: 'pets', schema: petDocumentSchema, index: { name: 'status', key: { status: 1, _id: 1 } } },
  { name: 'creations', schema: creationDocumentSchema },
  { name: 'apiKeys', index: { name: 'digest', key: { digest: 1 }, unique: true } },
  { name: 'counters' },
];

/**
 * A step from one format of the documents to the next. A new kind of document or field is a step, because an earlier program cannot
 * read it. `run` changes the stored documents, after the validators and indexes have changed. It changes only those of the
 * earlier kind, so that it can run again after a crash, and in several instances at once.
 */
export interface FormatStep {
  /** What it does, for the operator. */
  readonly title: string;
  readonly run?: (database: Db) => Promise<unknown>;
}

/** The steps to the format that this program reads and writes. The number of a format is the number of steps that lead to it. */
export const formatSteps: readonly FormatStep[] = [{ title: 'the collections as they were first made' }];
