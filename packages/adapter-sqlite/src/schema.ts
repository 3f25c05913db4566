import type { DatabaseSync } from 'node:sqlite';
import type { ApiKey } from '@animal-store/access';
import type { PetDetails } from '@animal-store/domain';

/** Marks a file as a store, in its header: "ANIM". */
export const applicationId = 0x41_4e_49_4d;

/** The column of each field of an animal besides its id, in the tables `pets` and `creations`. */
export const petColumn: Readonly<Record<keyof PetDetails, string>> = {
  name: 'name',
  categoryId: 'category_id',
  status: 'status',
};

/** The column of each field of an API key, in the order of `apiKeyOfColumns`. */
export const apiKeyColumn: Readonly<Record<keyof ApiKey, string>> = {
  id: 'id',
  label: 'label',
  digest: 'digest',
  created: 'created',
  expires: 'expires',
  revoked: 'revoked',
  lastUsed: 'last_used',
};

/** One change of the tables. It stays as it was released: files that exist have taken it. */
export interface Step {
  /** What it does, for the operator, such as `add the birth dates`. */
  readonly title: string;
  readonly sql: string;
}

/** The steps from an empty file to the current tables. The version of a file, its `user_version`, is how many it has taken. */
export const allSteps: readonly Step[] = [
  {
    title: 'create the tables',
    // AUTOINCREMENT stores the greatest id ever used, so an id is not used again even after its animal was removed. Every index
    // ends with the id, so a list of one status is one search. The record of a creation is a row of its own: it has the id and
    // the fields of the first response.
    sql: `
      CREATE TABLE pets (
        id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER}),
        name TEXT NOT NULL,
        category_id INTEGER NOT NULL,
        status TEXT CHECK (status IN ('available', 'pending', 'sold'))
      ) STRICT;
      CREATE INDEX pets_status ON pets (status) WHERE status IS NOT NULL;
      CREATE TABLE creations (
        scope TEXT NOT NULL,
        key TEXT NOT NULL,
        pet_id INTEGER NOT NULL,
        name TEXT NOT NULL,
        category_id INTEGER NOT NULL,
        status TEXT,
        created INTEGER NOT NULL,
        PRIMARY KEY (scope, key)
      ) STRICT;
      CREATE TABLE api_keys (
        id TEXT PRIMARY KEY NOT NULL,
        label TEXT NOT NULL,
        digest TEXT NOT NULL UNIQUE,
        created INTEGER NOT NULL,
        expires INTEGER,
        revoked INTEGER,
        last_used INTEGER
      ) STRICT;`,
  },
];

/** Takes the steps that a file has not taken, in the transaction of the caller. */
export const takeSteps = (database: DatabaseSync, steps: readonly Step[]): void => {
  const { user_version: taken } = database.prepare('PRAGMA user_version').get() ?? {};
  for (const { sql } of steps.slice(Number(taken))) database.exec(sql);
  database.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${steps.length}`);
};
