import type { PetMaintenance } from '@animal-store/domain';
import { either as E, type task as T, type taskEither as TE } from 'fp-ts';
import type { MongoMisconfigured } from './connection/errors.ts';
import { misconfigurationOf } from './connection/misconfiguration-of.ts';
import { openDatabase } from './connection/open-database.ts';
import { createRunOperation } from './connection/run-operation.ts';
import { defaultOperationTimeoutMS } from './connection/time-limits.ts';
import { untilItSucceeds } from './connection/until-it-succeeds.ts';
import { createMongoPetMaintenance } from './create-mongo-pet-maintenance.ts';
import { openCollections } from './documents/collections.ts';
import { prepareCollections } from './schema/prepare-collections.ts';

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
