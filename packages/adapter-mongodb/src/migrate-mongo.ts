import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import { MongoBulkWriteError } from 'mongodb';
import { openCollections } from './collections.ts';
import type { MongoMisconfigured } from './errors.ts';
import { type MigrationProgress, migrateCreations } from './migrate-creations.ts';
import { misconfigurationOf } from './misconfiguration-of.ts';
import { openDatabase } from './open-database.ts';
import { prepareCollections } from './prepare-collections.ts';
import { createRecordForm } from './record-form.ts';

// The server may need longer to build an index over many animals than an operation of the service may take.
const withoutSocketLimit = { socketTimeoutMS: 0 };

// The driver's error for a bulk write during an outage has no code and no label.
const isCutOff = (error: unknown): boolean => error instanceof MongoBulkWriteError && error.code === undefined;

/**
 * Moves the records of idempotent creations that older versions left in animals to their own collection. It may be run
 * again after any failure, and continues where it stopped.
 */
export const migrateMongo =
  (
    uri: string,
    onProgress: (progress: MigrationProgress) => void = () => undefined,
  ): TE.TaskEither<MongoMisconfigured | RepositoryUnavailable, MigrationProgress> =>
  async () => {
    const opened = openDatabase(uri, withoutSocketLimit);
    if (E.isLeft(opened)) return opened;
    const database = opened.right;
    const collections = openCollections(database);
    const form = createRecordForm(database, collections.pets.collectionName);
    try {
      await database.client.connect();
      await prepareCollections(database, collections, form);
      return E.right(await migrateCreations(database, collections, form, onProgress));
    } catch (error) {
      return E.left((isCutOff(error) ? undefined : misconfigurationOf(error)) ?? repositoryUnavailable(error));
    } finally {
      await database.client.close();
    }
  };
