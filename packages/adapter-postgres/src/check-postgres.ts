import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { function as F, taskEither as TE } from 'fp-ts';
import { parseConnectionString } from './connection-string.ts';
import type { PostgresPool } from './open-pool.ts';
import { openStore } from './open-store.ts';
import { misconfigurationOf, type PostgresMisconfigured, postgresError, readOnly } from './postgres-error.ts';
import { createTables, idSequence, neededRights } from './schema.ts';

// Whether the server is read-only, and the first right that the user lacks on a table or on the sequence.
const check = {
  name: 'check_store',
  text: `
    SELECT current_setting('transaction_read_only') = 'on' AS is_read_only,
      (SELECT action || ' on ' || name FROM (VALUES ${neededRights}) AS needed (name, action)
        WHERE NOT CASE name WHEN '${idSequence}' THEN has_sequence_privilege(name, action)
          ELSE has_table_privilege(name, action) END LIMIT 1) AS missing`,
};

/** Checks in one statement, without writing, that animals can be read and added now. Rejects with what is missing. */
export const checkStore = async (pool: PostgresPool): Promise<void> => {
  const [{ is_read_only: isReadOnly, missing } = {}] = await pool.query(check);
  if (isReadOnly) throw readOnly();
  if (missing !== null) throw postgresError(`permission denied: the user has no right to ${missing}`, '42501');
};

/** Whether a database has the tables of the store. A start creates them in an empty one. */
export type PostgresState = 'empty' | 'ours';

/**
 * Checks that `connectPostgres` can use the database that a connection string names, by the same steps. It changes nothing:
 * it creates the tables in an empty database in a transaction, and rolls that back.
 */
export const checkPostgres = (
  uri: string,
): TE.TaskEither<PostgresMisconfigured | RepositoryUnavailable, PostgresState> =>
  F.pipe(
    TE.fromEither(parseConnectionString(uri)),
    TE.flatMap((servers) =>
      TE.tryCatch(
        async () => {
          const { pool, existed } = await openStore(servers, `BEGIN; ${createTables}; ROLLBACK`);
          try {
            if (existed) await checkStore(pool);
            return existed ? 'ours' : 'empty';
          } finally {
            await pool.end();
          }
        },
        (error) => misconfigurationOf(error) ?? repositoryUnavailable(error),
      ),
    ),
  );
