// A sequence of PostgreSQL is not in the transactions of the rows: a copy or a replication may leave it behind.
import { maxImportablePetId } from '@animal-store/domain';
import { unavailable } from './errors.ts';
import type { PostgresPool, Query, Statement } from './pool.ts';
import { idSequence, lockSchema, setSynchronousCommit, waitAsWrites } from './schema.ts';
import { nextId, timeline } from './timelines.ts';

// The last id that was assigned, or NULL. It needs no right to read the sequence.
const lastValue = `pg_sequence_last_value('${idSequence}')`;

// Higher ids do not count, because they would leave few ids or none above themselves.
const read: Statement = {
  name: 'read_ids',
  text: `
    SELECT coalesce(${lastValue}, 0) AS last,
      coalesce((SELECT max(id) FROM pets WHERE id <= ${maxImportablePetId}), 0) AS highest,
      ${timeline} AS timeline`,
};

// Others take ids meanwhile, and `setval` does not wait for them. So the statement takes an id itself and leaves a million ids
// above it, more than others can take before its end. Those that raise the sequence at the same time wait for each other, and
// the later ones find it raised.
const raise: Statement = {
  name: 'raise_ids',
  text: `
    WITH turn AS MATERIALIZED (SELECT ${lockSchema}),
      taken AS MATERIALIZED (SELECT nextval('${idSequence}') AS id FROM turn)
    SELECT setval('${idSequence}', least(greatest($1, id + 1000000), ${Number.MAX_SAFE_INTEGER})), ${setSynchronousCommit} FROM taken WHERE id < $1`,
};

const confirm: Statement = { name: 'confirm_ids', text: `SELECT ${waitAsWrites} WHERE ${lastValue} >= $1` };

const readIds = async (query: Query) => (await query(read))[0] as readonly [bigint, bigint, bigint];

/** The last id that was assigned; 0 if none was. */
export const lastId = async ({ query }: PostgresPool): Promise<bigint> => (await readIds(query))[0];

/** What the ids of new animals have to be above. */
interface Above {
  /** If absent, the highest id in use, which a copy, a restore or a logical replication may have left above the sequence. */
  readonly id?: bigint;
  /** The highest id that is known to have been assigned. A server that has not assigned it was promoted after another one. */
  readonly known?: bigint;
}

/** Makes the store assign only ids above these, and only those of the server. Others may take ids meanwhile. */
export const raiseIds = async ({ query }: PostgresPool, { id, known = 0n }: Above = {}): Promise<void> => {
  const [last, highest, timeline] = await readIds(query);
  const [given, ofServer] = [id ?? highest, nextId(last, known, timeline) - 1n];
  const above = given > ofServer ? given : ofServer;
  if (last < above) await query({ ...raise, values: [above] });
};

/** Raises the ids, and waits like a write if another one has raised them. */
export const raiseLastId = async (pool: PostgresPool, id: bigint): Promise<void> => {
  await raiseIds(pool, { id });
  const [confirmed] = await pool.query({ ...confirm, values: [id] });
  if (confirmed === undefined) throw unavailable('the server is no longer the one whose ids were raised');
};
