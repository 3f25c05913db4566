import { postgresError } from './errors.ts';
import type { Query } from './pool.ts';
import { idSequence, tables } from './schema.ts';

/** The rights that every user needs, by table and sequence. A start and readiness check them. */
export const neededRights: Readonly<Record<string, readonly string[]>> = {
  [idSequence]: ['USAGE', 'UPDATE'],
  animal_store: ['SELECT'],
  pets: ['SELECT', 'INSERT'],
  creations: ['SELECT', 'INSERT'],
  api_keys: ['SELECT', 'INSERT', 'UPDATE'],
};

const rows = Object.entries(neededRights).flatMap(([name, actions]) =>
  actions.map((action) => `('${name}', '${action}')`),
);

// The first right that the user lacks on a table or the sequence, and the first table of which policies may hide rows.
const readAccess = {
  name: 'read_access',
  text: `
    SELECT current_setting('transaction_read_only') = 'on' AS is_read_only,
      (SELECT action || ' on ' || name FROM (VALUES ${rows}) AS needed (name, action)
        WHERE NOT CASE name WHEN '${idSequence}' THEN has_sequence_privilege(name, action)
          ELSE has_table_privilege(name, action) END LIMIT 1) AS missing,
      (SELECT name FROM unnest('{${tables}}'::text[]) AS name WHERE row_security_active(name) LIMIT 1) AS hidden`,
};

/** Rejects unless this user can read and write the tables, as far as rights, policies and the server are concerned. */
export const assertAccess = async (query: Query): Promise<void> => {
  const [[isReadOnly, missing, hidden] = []] = await query(readAccess);
  if (isReadOnly) throw postgresError('the server is read-only', '25006');
  if (missing !== null) throw postgresError(`permission denied: the user has no right to ${missing}`, '42501');
  if (hidden !== null)
    throw postgresError(
      `row-level security may hide rows of ${hidden} from the user: disable it, or give the user BYPASSRLS`,
      '42501',
    );
};
