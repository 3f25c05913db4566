import type { RepositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import { connectPostgres } from './connect-postgres.ts';
import type { PostgresMisconfigured } from './errors.ts';
import { noTables } from './schema.ts';

/** Whether a database has the tables of the store. A start creates them in an empty one. */
export type PostgresState = 'empty' | 'ours';

/** Checks that `connectPostgres` can use the database that a connection string names. It creates and changes nothing. */
export const checkPostgres =
  (uri: string): TE.TaskEither<PostgresMisconfigured | RepositoryUnavailable, PostgresState> =>
  async () => {
    const opened = await connectPostgres(uri, { mustExist: true })();
    if (E.isLeft(opened)) return opened.left.message === noTables ? E.right('empty') : opened;
    const pinged = await opened.right.ping();
    await opened.right.close();
    return E.map((): PostgresState => 'ours')(pinged);
  };
