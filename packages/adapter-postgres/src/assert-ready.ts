import { postgresError, readOnly } from './errors.ts';
import { lastValue } from './ids.ts';
import type { Query } from './pool.ts';
import { neededRights } from './rights.ts';
import { idSequence, tables } from './schema.ts';

const rows = Object.entries(neededRights).flatMap(([name, actions]) =>
  actions.map((action) => `('${name}', '${action}')`),
);

// The first right that the user lacks on a table or the sequence, and the first table of which policies may hide rows.
const check = {
  name: 'check_store',
  text: `
    SELECT current_setting('transaction_read_only') = 'on' AS is_read_only,
      (SELECT action || ' on ' || name FROM (VALUES ${rows}) AS needed (name, action)
        WHERE NOT CASE name WHEN '${idSequence}' THEN has_sequence_privilege(name, action)
          ELSE has_table_privilege(name, action) END LIMIT 1) AS missing,
      (SELECT name FROM unnest(${tables}) AS name WHERE row_security_active(name) LIMIT 1) AS hidden,
      CASE WHEN has_sequence_privilege('${idSequence}', 'USAGE') THEN ${lastValue} END AS last`,
};

/** Rejects unless this user can read and write the tables, as far as rights, policies and the server are concerned. */
export const assertAccess = async (query: Query): Promise<unknown> => {
  const [[isReadOnly, missing, hidden, last] = []] = await query(check);
  if (isReadOnly) throw readOnly();
  if (missing !== null) throw postgresError(`permission denied: the user has no right to ${missing}`, '42501');
  if (hidden !== null)
    throw postgresError(
      `row-level security may hide rows of ${hidden} from the user: disable it, or give the user BYPASSRLS`,
      '42501',
    );
  return last;
};

/** Checks in one statement, without writing, that animals can be read and added now. Rejects with what is missing. */
export const assertReady = async (query: Query): Promise<void> => {
  const last = await assertAccess(query);
  if (last === BigInt(Number.MAX_SAFE_INTEGER)) throw postgresError('no id is left for a new animal', '2200H');
};
