import type { NewPet } from '@animal-store/domain';

/**
 * The values of a row in the order of its columns, not validated yet. SQLite makes an array in two thirds of the time that an
 * object takes.
 */
export type Row = readonly unknown[];

/** Marks a file as one of ours ("ANIM"), in its header. */
export const applicationId = 0x41_4e_49_4d;

/**
 * The statements that upgrade the tables: those at index n from version n + 1 to n + 2. The current version, in the header as
 * `user_version`, is the one after the last step.
 */
export const upgradeSteps: readonly string[] = [];

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
  PRAGMA user_version = ${upgradeSteps.length + 1};
`;

/** The column of each field that a client gives. The compiler requires all of them. */
const newPetColumns = {
  name: 'name',
  categoryId: 'category_id',
  status: 'status',
} satisfies Record<keyof NewPet, string>;

const newPetFields = Object.keys(newPetColumns) as readonly (keyof NewPet)[];

/** The columns of the fields that a client gives, and a placeholder for each, in the order of `newPetValues`. */
export const newPetInsert: { readonly columns: string; readonly placeholders: string } = {
  columns: Object.values(newPetColumns).join(', '),
  placeholders: newPetFields.map(() => '?').join(', '),
};

/** The values of these columns. */
export const newPetValues = (newPet: NewPet): readonly (string | bigint | null)[] =>
  newPetFields.map((field) => newPet[field] ?? null);

/** The columns of each table, in the order that `decode-row.ts` reads. */
export const columns: { readonly pet: string; readonly creation: string; readonly apiKey: string } = {
  pet: `id, ${newPetInsert.columns}`,
  creation: `pet_id, ${newPetInsert.columns}`,
  apiKey: 'id, label, digest, created, expires, revoked, last_used',
};
