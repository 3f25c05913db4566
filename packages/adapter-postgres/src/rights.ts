import { idSequence } from './schema.ts';

type Rights = Readonly<Record<string, readonly string[]>>;

const onTables: Rights = {
  animal_store: ['SELECT'],
  pets: ['SELECT', 'INSERT'],
  creations: ['SELECT', 'INSERT'],
  api_keys: ['SELECT', 'INSERT', 'UPDATE'],
};

/** The rights that every user needs, by table and sequence. A start and readiness check them. */
export const neededRights: Rights = { [idSequence]: ['USAGE'], ...onTables };

/**
 * All rights of a user who does not own a database, by what `GRANT` calls their objects: also those that PostgreSQL itself
 * demands, and `UPDATE` on the sequence, which only a start that raises the ids needs.
 */
export const grantedRights = (database: string): Rights => ({
  [`DATABASE ${database}`]: ['CONNECT'],
  'SCHEMA public': ['USAGE'],
  [`SEQUENCE ${idSequence}`]: ['USAGE', 'UPDATE'],
  ...onTables,
});
