import { maxKeptPetId } from '@animal-store/domain';
import type { PostgresPool, Statement } from './open-pool.ts';
import { idSequence, lockSchema, setSynchronousCommit } from './schema.ts';

/** The last id that was assigned, or NULL. The view `pg_sequences` has it too, also for a user who may not read the sequence. */
export const lastValue: string = `pg_sequence_last_value('${idSequence}')`;

// Higher ids do not count, because they would leave few ids or none above themselves.
const read: Statement = {
  name: 'read_ids',
  text: `
    SELECT coalesce(${lastValue}, 0) AS last,
      coalesce((SELECT max(id) FROM pets WHERE id <= ${maxKeptPetId}), 0) AS highest`,
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

type Ids = Readonly<Record<'last' | 'highest', bigint>>;

/** The last id that was assigned, 0 if none was, and the highest id in use that is not above 2^52. */
const readIds = async ({ query }: PostgresPool): Promise<Ids> => (await query(read))[0] as Ids;

/** The last id that was assigned; 0 if none was. */
export const lastId = async (pool: PostgresPool): Promise<bigint> => (await readIds(pool)).last;

/** Makes the store assign only ids above this one. Others may take ids meanwhile. */
export const raiseIds = async (pool: PostgresPool, above: bigint): Promise<void> => {
  if ((await lastId(pool)) < above) await pool.query({ ...raise, values: [above] });
};

/** Does so for the highest id in use: a copy, a restore or a logical replication may leave the sequence behind it. */
export const raiseIdsAboveAll = async (pool: PostgresPool): Promise<void> =>
  raiseIds(pool, (await readIds(pool)).highest);
