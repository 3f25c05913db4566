import { maxImportablePetId } from '@animal-store/domain';
import { postgresError } from './errors.ts';
import type { PostgresPool, Query, Statement } from './pool.ts';
import { idSequence, lockSchema, setSynchronousCommit } from './schema.ts';

/** The last id that was assigned, or NULL. The view `pg_sequences` has it too, also for a user who may not read the sequence. */
export const lastValue: string = `pg_sequence_last_value('${idSequence}')`;

// Higher ids do not count, because they would leave few ids or none above themselves.
const read: Statement = {
  name: 'read_ids',
  text: `
    SELECT coalesce(${lastValue}, 0) AS last,
      coalesce((SELECT max(id) FROM pets WHERE id <= ${maxImportablePetId}), 0) AS highest,
      has_sequence_privilege('${idSequence}', 'UPDATE') AS may_raise`,
};

// Others take ids meanwhile, and `setval` does not wait for them. So the statement takes an id itself and leaves a million ids
// above it, more than others can take before its end. Those that raise the sequence at the same time wait for each other, and
// the later ones find it raised.
const raise: Statement = {
  name: 'raise_ids',
  text: `
    WITH turn AS MATERIALIZED (SELECT ${lockSchema}),
      taken AS MATERIALIZED (SELECT nextval('${idSequence}') AS id FROM turn)
    SELECT setval('${idSequence}', greatest($1, id + 1000000)), ${setSynchronousCommit} FROM taken WHERE id < $1`,
};

/** The last id that was assigned; 0 if none was. */
export const lastId = async ({ query }: PostgresPool): Promise<bigint> => (await query(read))[0]?.[0] as bigint;

/**
 * The id above which the ids of new animals have to be raised; undefined if they are. That is the given one, or the highest id in
 * use, which a copy, a restore or a logical replication may have left above the sequence. Rejects if the user may not raise them.
 */
export const findIdsBehind = async (query: Query, id?: bigint): Promise<bigint | undefined> => {
  const [[last, highest, mayRaise] = []] = await query(read);
  const above = id ?? (highest as bigint);
  if ((last as bigint) >= above) return undefined;
  if (mayRaise === true) return above;
  throw postgresError(
    `permission denied: new ids must be above ${above}, and the user has no right to UPDATE on ${idSequence}`,
    '42501',
  );
};

/** Makes the store assign only ids above this one, or above the highest id in use. Others may take ids meanwhile. */
export const raiseIds = async ({ query }: PostgresPool, id?: bigint): Promise<void> => {
  const above = await findIdsBehind(query, id);
  if (above !== undefined) await query({ ...raise, values: [above] });
};
