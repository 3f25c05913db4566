import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, function as F, taskEither as TE } from 'fp-ts';
import { createStoreCheck } from './check-store.ts';
import type { MongoMisconfigured } from './connection/errors.ts';
import { observeProblems } from './connection/last-problem.ts';
import { misconfigurationOf } from './connection/misconfiguration-of.ts';
import { openDatabase } from './connection/open-database.ts';
import { openCollections } from './documents/collections.ts';
import { formatSteps, readFormat } from './schema/format.ts';

/**
 * Checks that `connectMongo` can use the database that a connection string names. It creates and changes nothing. An error
 * that finds no server in time has what the driver found wrong with each server as its message.
 */
export const checkMongo = (uri: string): TE.TaskEither<MongoMisconfigured | RepositoryUnavailable, void> =>
  F.pipe(
    TE.fromEither(openDatabase(uri)),
    TE.chainW((database) => async () => {
      const lastProblem = observeProblems(database.client);
      try {
        await database.client.connect();
        const collections = openCollections(database);
        await readFormat(collections, formatSteps);
        return await createStoreCheck(database, collections)();
      } catch (error) {
        const problem = lastProblem();
        return E.left(
          misconfigurationOf(error) ?? repositoryUnavailable(problem === undefined ? error : new Error(problem)),
        );
      } finally {
        await database.client.close();
      }
    }),
  );
