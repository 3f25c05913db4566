import type { PetMaintenance } from '@animal-store/domain';
import { either as E, type task as T, type taskEither as TE } from 'fp-ts';
import { openCollections } from './collections.ts';
import { createMongoPetMaintenance } from './create-mongo-pet-maintenance.ts';
import type { MongoMisconfigured } from './errors.ts';
import { misconfigurationOf } from './misconfiguration-of.ts';
import { openDatabase } from './open-database.ts';
import { prepareCollections } from './prepare-collections.ts';
import { createRunOperation } from './run-operation.ts';
import { defaultOperationTimeoutMS } from './time-limits.ts';
import { untilItSucceeds } from './until-it-succeeds.ts';

/** The `PetMaintenance` of a MongoDB database, with its own connection. */
export interface MongoMaintenance {
  readonly maintenance: PetMaintenance;
  readonly close: T.Task<void>;
}

/**
 * Connects to the database that a connection string names, as `connectMongo` does, but only for maintenance: a service with
 * clients must not use it. It fails if waiting would not help.
 */
export const connectMongoMaintenance =
  (uri: string): TE.TaskEither<MongoMisconfigured, MongoMaintenance> =>
  async () => {
    const opened = openDatabase(uri);
    if (E.isLeft(opened)) return opened;
    const database = opened.right;
    const collections = openCollections(database);
    const ready = untilItSucceeds(async () => {
      await database.client.connect();
      await prepareCollections(database, collections);
    });
    const run = createRunOperation({ ready, operationTimeoutMS: defaultOperationTimeoutMS });
    const maintenance = createMongoPetMaintenance(run, collections);
    const close = (): Promise<void> => database.client.close();
    const first = await maintenance.lastId()();
    const misconfigured = E.isLeft(first) ? misconfigurationOf(first.left.cause) : undefined;
    if (misconfigured === undefined) return E.right({ maintenance, close });
    await close();
    return E.left(misconfigured);
  };
