import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import type { Db } from 'mongodb';
import { openCollections } from './documents/collections.ts';
import { judge, type MongoMisconfigured, mongoMisconfigured, notPrimary } from './errors.ts';
import { assertIdsLeft } from './ids/id-counter.ts';
import { openDatabase, serverTimeLimitMS } from './open-database.ts';
import { assertRights } from './rights.ts';
import { planSchema } from './schema.ts';

/**
 * Rejects with the missing condition if animals cannot be read and written now: it lists one animal and checks that there is a
 * writable primary, that the user has its rights and that ids are left. It writes nothing.
 */
export const assertUsable = async (database: Db): Promise<void> => {
  const collections = openCollections(database);
  const assertPrimary = async (): Promise<void> => {
    const { isWritablePrimary } = await database.command({ hello: 1 });
    if (isWritablePrimary !== true) throw notPrimary();
  };
  await Promise.all([
    collections.pets.findOne({}, { maxTimeMS: serverTimeLimitMS }),
    assertPrimary(),
    assertRights(database),
    assertIdsLeft(collections),
  ]);
};

/**
 * Checks that `connectMongo` can use the database that a connection string names, and creates and changes nothing. What would
 * end a start is `MongoMisconfigured`, with the same sentence. The Right says whether animals can be there already.
 */
export const checkMongo = (uri: string): TE.TaskEither<MongoMisconfigured | RepositoryUnavailable, 'empty' | 'ours'> =>
  F.pipe(
    TE.fromEither(openDatabase(uri)),
    TE.chainW((database) => async () => {
      try {
        await database.client.connect();
        const { isEmpty } = await planSchema(database);
        await assertUsable(database);
        return E.right(isEmpty ? 'empty' : 'ours');
      } catch (error) {
        const { kind, sentence, cause } = judge(error);
        return E.left(kind === 'outage' ? repositoryUnavailable(cause) : mongoMisconfigured(sentence));
      } finally {
        await database.client.close();
      }
    }),
  );
