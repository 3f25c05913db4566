import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { function as F, taskEither as TE } from 'fp-ts';
import { parseConnectionString } from './connection-string.ts';
import { openStore } from './open-store.ts';
import { misconfigurationOf, type PostgresMisconfigured } from './postgres-error.ts';
import { checkStore, type PostgresState } from './prepare-store.ts';

/**
 * Checks that `connectPostgres` can use the database that a connection string names, by the same steps. It changes nothing:
 * it creates the tables in an empty database and tries each table in a transaction, and rolls that back.
 */
export const checkPostgres = (
  uri: string,
): TE.TaskEither<PostgresMisconfigured | RepositoryUnavailable, PostgresState> =>
  F.pipe(
    TE.fromEither(parseConnectionString(uri)),
    TE.flatMap((servers) =>
      TE.tryCatch(
        async () => {
          const { pool, found } = await openStore(servers, checkStore);
          await pool.end();
          return found;
        },
        (error) => misconfigurationOf(error) ?? repositoryUnavailable(error),
      ),
    ),
  );
