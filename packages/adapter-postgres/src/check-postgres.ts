import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { function as F, taskEither as TE } from 'fp-ts';
import { parseConnectionString, type ServerSettings } from './connection-string.ts';
import type { IsOver, PostgresPool } from './open-pool.ts';
import { openSession } from './open-session.ts';
import { misconfigurationOf, type PostgresMisconfigured, postgresError, readOnly } from './postgres-error.ts';
import { idSequence, neededRights, upgradeSteps } from './schema.ts';

// A right on a table, or on the sequence.
const check = {
  name: 'check_store',
  text: `
    SELECT current_setting('transaction_read_only') = 'on',
      (SELECT last_value >= ${Number.MAX_SAFE_INTEGER} FROM ${idSequence}),
      (SELECT action || ' on ' || name FROM (VALUES ${neededRights}) AS needed (name, action)
        WHERE NOT CASE name WHEN '${idSequence}' THEN has_sequence_privilege(name, action)
          ELSE has_table_privilege(name, action) END LIMIT 1)`,
};

/** Checks in one statement, without writing, that animals can be read and added now. Rejects with what is missing. */
export const checkStore = async (pool: PostgresPool, isOver?: IsOver): Promise<void> => {
  const [[isReadOnly, isUsedUp, missing] = []] = await pool.query(check, [], isOver);
  if (isReadOnly) throw readOnly();
  if (missing !== null) throw postgresError(`permission denied: the user has no right to ${missing}`, '42501');
  if (isUsedUp) throw postgresError('There is no id left for a new animal', '2200H');
};

/** Whether a database has the tables of the store. A start creates them in an empty one. */
export type PostgresState = 'empty' | 'ours';

/** Checks the first of some servers that can be written to. Rejects if a store cannot use it. */
export const checkServers = async (
  servers: readonly ServerSettings[],
  steps: readonly string[] = upgradeSteps,
): Promise<PostgresState> => {
  const { pool, found } = await openSession({ servers, tables: 'look' }, steps);
  // What an upgrade will create has no rights yet.
  if (found === steps.length + 1) await checkStore(pool).finally(pool.close);
  else await pool.close();
  return found === undefined ? 'empty' : 'ours';
};

/** Checks that `connectPostgres` can use the database that a connection string names. It creates and changes nothing. */
export const checkPostgres = (
  uri: string,
): TE.TaskEither<PostgresMisconfigured | RepositoryUnavailable, PostgresState> =>
  F.pipe(
    TE.fromEither(parseConnectionString(uri)),
    TE.flatMap((servers) =>
      TE.tryCatch(
        () => checkServers(servers),
        (error) => misconfigurationOf(error) ?? repositoryUnavailable(error),
      ),
    ),
  );
