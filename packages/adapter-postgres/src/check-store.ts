import type { Attempt, PostgresPool } from './open-pool.ts';
import { missingRight, readOnly, unavailable } from './postgres-error.ts';
import { idSequence, neededRights } from './schema.ts';

const rights = Object.entries(neededRights).flatMap(([name, actions]) =>
  actions.map((action) => `('${name}', '${action}')`),
);

// A right on a table, or on the sequence.
const check = {
  name: 'check_store',
  text: `
    SELECT current_setting('transaction_read_only') = 'on',
      (SELECT last_value >= ${Number.MAX_SAFE_INTEGER} FROM ${idSequence}),
      (SELECT action || ' on ' || name FROM (VALUES ${rights.join(', ')}) AS needed (name, action)
        WHERE NOT CASE name WHEN '${idSequence}' THEN has_sequence_privilege(name, action)
          ELSE has_table_privilege(name, action) END LIMIT 1)`,
};

/** Checks in one statement, without writing, that animals can be read and added now. Rejects with what is missing. */
export const checkStore = async (pool: PostgresPool, attempt: Attempt): Promise<void> => {
  const [[isReadOnly, isUsedUp, missing] = []] = await pool.query(check, [], attempt);
  if (isReadOnly) throw readOnly();
  if (typeof missing === 'string') throw missingRight(missing);
  if (isUsedUp) throw unavailable('There is no id left for a new animal');
};
