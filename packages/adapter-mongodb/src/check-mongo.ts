import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { type Db, MongoServerError } from 'mongodb';
import { openCollections } from './documents/collections.ts';
import { classify, type MongoMisconfigured, mongoMisconfigured } from './errors.ts';
import { assertIdsLeft } from './ids/id-counter.ts';
import { limited, openDatabase } from './open-database.ts';
import { assertRights } from './rights.ts';
import { planSchema } from './schema.ts';

/**
 * Rejects with the reason if animals cannot be read and written now: it reads one animal and checks that there is a
 * writable primary, that the user has its rights and that ids are left. It writes nothing.
 */
export const assertUsable = async (database: Db): Promise<void> => {
  const collections = openCollections(database);
  const [{ isWritablePrimary }] = await Promise.all([
    database.command({ hello: 1 }),
    collections.pets.findOne({}, limited),
    assertRights(database),
    assertIdsLeft(collections),
  ]);
  if (isWritablePrimary !== true)
    // As the server's own error, NotWritablePrimary.
    throw new MongoServerError({ message: 'The server is not a writable primary', code: 10107 });
};

/**
 * Checks that `connectMongo` can use the database that a connection string names, and changes nothing. A failure that would
 * end a start is `MongoMisconfigured`, with the same message. The Right is `empty` if there is no collection of animals.
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
        const { kind, message, cause } = classify(error);
        return E.left(kind === 'outage' ? repositoryUnavailable(cause) : mongoMisconfigured(message));
      } finally {
        await database.client.close();
      }
    }),
  );
