import type { DatabaseSync } from 'node:sqlite';
import { either as E } from 'fp-ts';
import { type SqliteMisconfigured, sqliteMisconfigured } from './errors.ts';

/** Marks a file as a store, in its header: "ANIM". */
export const applicationId = 0x41_4e_49_4d;

/** The version of these tables, in the header as `user_version`. */
const formatVersion = 1;

/**
 * AUTOINCREMENT stores the greatest id ever used, so an id is not used again even after its animal was removed. Every index
 * ends with the id, so a list of one status is one search. The record of a creation is a row of its own: it has the id and
 * the fields of the first response.
 */
export const createTables: string = `
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
  ) STRICT;
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${formatVersion};
`;

/** Tells whether a database is empty or has these tables. The Left says why it cannot be the store. */
export const contentOf = (file: string, database: DatabaseSync): E.Either<SqliteMisconfigured, 'empty' | 'ours'> => {
  // One statement, because another process may create the tables between two.
  const marks = database.prepare(
    `SELECT count(*) AS tables,
       (SELECT application_id FROM pragma_application_id) AS application,
       (SELECT user_version FROM pragma_user_version) AS version
     FROM sqlite_schema`,
  );
  const { tables, application, version } = marks.get() ?? {};
  if (application === 0 && version === 0 && tables === 0) return E.right('empty');
  if (application !== applicationId) return E.left(sqliteMisconfigured(`${file} is a database of another program`));
  if (version === formatVersion) return E.right('ours');
  return E.left(
    sqliteMisconfigured(
      `${file} has version ${version} of the tables, and this program knows only version ${formatVersion}; use a newer program`,
    ),
  );
};
