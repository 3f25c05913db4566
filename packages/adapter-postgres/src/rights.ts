import { postgresError, readOnly } from './errors.ts';
import { lastValue } from './ids.ts';
import type { Query } from './pool.ts';
import { idSequence, tables } from './schema.ts';

type Rights = Readonly<Record<string, readonly string[]>>;

/** The rights that every user needs, by table and sequence. A start and readiness check them. */
export const neededRights: Rights = {
  [idSequence]: ['USAGE', 'UPDATE'],
  animal_store: ['SELECT'],
  pets: ['SELECT', 'INSERT'],
  creations: ['SELECT', 'INSERT'],
  api_keys: ['SELECT', 'INSERT', 'UPDATE'],
};

/**
 * All rights of a user who does not own a database, by what `GRANT` calls their objects: also those that PostgreSQL itself
 * demands.
 */
export const grantedRights = (database: string): Rights => {
  const { [idSequence]: onSequence = [], ...onTables } = neededRights;
  return {
    [`DATABASE ${database}`]: ['CONNECT'],
    'SCHEMA public': ['USAGE'],
    [`SEQUENCE ${idSequence}`]: onSequence,
    ...onTables,
  };
};

/** The user has not this right. */
export const lacks = (right: string): Error =>
  postgresError(`permission denied: the user has no right to ${right}`, '42501');

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
      (SELECT name FROM unnest('{${tables}}'::text[]) AS name WHERE row_security_active(name) LIMIT 1) AS hidden,
      CASE WHEN has_sequence_privilege('${idSequence}', 'USAGE') THEN ${lastValue} END AS last`,
};

/**
 * Rejects unless this user can read and write the tables, as far as rights, policies and the server are concerned. Returns the last
 * id that was assigned; NULL if none was.
 */
export const assertAccess = async (query: Query): Promise<unknown> => {
  const [[isReadOnly, missing, hidden, last] = []] = await query(readAccess);
  if (isReadOnly) throw readOnly();
  if (missing !== null) throw lacks(String(missing));
  if (hidden !== null)
    throw postgresError(
      `row-level security may hide rows of ${hidden} from the user: disable it, or give the user BYPASSRLS`,
      '42501',
    );
  return last;
};
