import { type Idempotency, IdempotencyKey, IdempotencyScope, NewPet, type Pet } from '@animal-store/domain';
import type { AnyBulkWriteOperation, Db, Document } from 'mongodb';
import { MongoBulkWriteError } from 'mongodb';
import type { Collections } from './collections.ts';
import { type CreationDocument, creationId } from './creation-document.ts';
import type { StoredDocument } from './decode-document.ts';
import { toPet } from './pet-document.ts';
import { forbidRecordsInPets, keepOldVersionsOut } from './prepare-collections.ts';
import { type RecordForm, recordIndexName } from './record-form.ts';

/** The progress or the result of a migration. */
export interface MigrationProgress {
  /** Animals whose records were read and are in `creations` now. */
  readonly copied: number;
  /** Animals that no longer have a record. */
  readonly cleared: number;
  /** Records that an instance of an older version wrote into animals after all records had been copied. */
  readonly late: number;
}

interface EmbeddedRecord {
  readonly idempotency: Idempotency;
  readonly pet: Pet;
}

const batchSize = 1000;
const isEmbedded = { 'idempotency.scope': { $exists: true } };
const inOrder = { 'idempotency.scope': 1, 'idempotency.key': 1 } as const;

const toEmbeddedRecord = (document: StoredDocument): EmbeddedRecord => {
  const { scope, key } = (document['idempotency'] ?? {}) as Partial<Record<keyof Idempotency, unknown>>;
  const pet = toPet(document);
  if (!IdempotencyScope.is(scope) || !IdempotencyKey.is(key))
    throw new Error(`The document with the _id ${pet.id} in pets cannot be read: its idempotency is not valid`);
  return { idempotency: { scope, key }, pet };
};

// A record that is complete, or is being completed with the same animal, does not match and stays unchanged: the upsert
// then fails as a duplicate.
const toWrite = ({ idempotency, pet }: EmbeddedRecord): AnyBulkWriteOperation<CreationDocument> => ({
  updateOne: {
    filter: { _id: creationId(idempotency), pending: { $exists: true }, petId: { $ne: pet.id } },
    update: {
      $set: { petId: pet.id, pet: NewPet.encode(pet) },
      $setOnInsert: { created: new Date() },
      $unset: { pending: true },
    },
    upsert: true,
  },
});

/** The result of a bulk write that failed because documents exist. Any other failure is thrown. */
const unlessDuplicates = (error: unknown): MongoBulkWriteError['result'] => {
  if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError() !== undefined) throw error;
  const failures = error.result.getWriteErrors();
  if (failures.length === 0 || failures.some(({ code }) => code !== 11000)) throw error;
  return error.result;
};

/** Writes records to `creations`, and returns the number of new ones. */
const copy = async ({ creations }: Collections, records: readonly EmbeddedRecord[]): Promise<number> => {
  const ids = records.map(({ idempotency }) => creationId(idempotency));
  const known = await creations
    .find({ _id: { $in: ids }, pending: { $exists: false } }, { projection: { _id: 1 }, readConcern: 'majority' })
    .toArray();
  const has = new Set(known.map(({ _id }) => `${_id.scope} ${_id.key}`));
  const missing = records.filter(({ idempotency: { scope, key } }) => !has.has(`${scope} ${key}`));
  if (missing.length === 0) return 0;
  const { upsertedCount } = await creations.bulkWrite(missing.map(toWrite), { ordered: false }).catch(unlessDuplicates);
  return upsertedCount;
};

const embeddedFrom = async (
  { pets }: Collections,
  from: Idempotency | undefined,
): Promise<readonly EmbeddedRecord[]> => {
  const min: Document =
    from === undefined ? {} : { min: { 'idempotency.scope': from.scope, 'idempotency.key': from.key } };
  const options = { sort: inOrder, limit: batchSize, hint: recordIndexName, readConcern: 'majority', ...min } as const;
  return (await pets.find(isEmbedded, options).toArray()).map(toEmbeddedRecord);
};

const clear = async ({ pets }: Collections, records: readonly EmbeddedRecord[]): Promise<void> => {
  await pets.updateMany({ _id: { $in: records.map(({ pet }) => pet.id) } }, { $unset: { idempotency: true } });
};

const replaceIndex = async (collections: Collections): Promise<void> => {
  const indexes = await collections.pets.indexes();
  const isUnique = indexes.some(({ name, unique }) => name === recordIndexName && unique === true);
  if (isUnique) await collections.pets.dropIndex(recordIndexName);
  await keepOldVersionsOut(collections);
};

/**
 * Moves the records in animals to `creations`. It may run again after any failure, and while instances of this version run;
 * no instance of an older version may run.
 *
 * 1. Copy every record. Until all are copied, animals keep theirs, and instances write both formats: the unique index
 *    decides between a creation that was reserved and one that an older version has finished.
 * 2. Forbid records in animals. An instance that still writes both formats is refused, reads the validator again and writes
 *    only `creations`.
 * 3. Remove the records from the animals.
 * 4. Replace the old index by one that is not unique.
 */
export const migrateCreations = async (
  database: Db,
  collections: Collections,
  form: RecordForm,
  onProgress: (progress: MigrationProgress) => void,
): Promise<MigrationProgress> => {
  let progress: MigrationProgress = { copied: 0, cleared: 0, late: 0 };
  const advance = (change: Partial<MigrationProgress>): void => {
    progress = { ...progress, ...change };
    onProgress(progress);
  };

  if (await form.look()) {
    let last: Idempotency | undefined;
    for (;;) {
      const records = await embeddedFrom(collections, last);
      await copy(collections, records);
      // The first record of a page is the last one of the page before.
      advance({ copied: progress.copied + records.length - (last === undefined ? 0 : 1) });
      if (records.length < batchSize) break;
      last = records.at(-1)?.idempotency;
    }
  }

  await forbidRecordsInPets(database, collections);
  for (;;) {
    const records = await embeddedFrom(collections, undefined);
    if (records.length === 0) break;
    const late = await copy(collections, records);
    await clear(collections, records);
    advance({ cleared: progress.cleared + records.length, late: progress.late + late });
  }
  await replaceIndex(collections);
  return progress;
};
