import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { type ApiKey, apiKeyOfColumns } from '@animal-store/access';
import { Pet, reasonsOf } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type * as t from 'io-ts';

/** Marks a file as a store, in its header: "ANIM". */
export const applicationId = 0x41_4e_49_4d;

/** The version of these tables, in the header as `user_version`. */
export const formatVersion = 1;

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

/** The last id that AUTOINCREMENT knows, which another program may have removed or replaced by a text; 0 if it knows none. */
export const lastKnownId: string =
  "coalesce((SELECT max(CAST(seq AS INTEGER)) FROM sqlite_sequence WHERE name = 'pets'), 0)";

/** The highest id that an animal has or had. AUTOINCREMENT continues above it, also if it knows a lower one. */
export const highestId: string = `max(coalesce((SELECT max(id) FROM pets), 0), ${lastKnownId})`;

/** A row of `sqlite_schema`. */
interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly table: string;
  readonly text: string;
}

const objectsIn = (database: DatabaseSync): readonly SchemaObject[] =>
  database
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema')
    .all()
    .map(({ type, name, tbl_name: table, sql }) => ({
      type: String(type),
      name: String(name),
      table: String(table),
      text: String(sql).replaceAll(/\s+/g, ' '),
    }));

const createdObjects = (): readonly SchemaObject[] => {
  using database = new DatabaseSync(':memory:');
  database.exec(createTables);
  return objectsIn(database);
};

const created = createdObjects();

// An index of another kind, or with a collation that SQLite does not have by itself, can refuse a row.
const harmlessIndex = /^CREATE INDEX [^()]+\((?!.*\bCOLLATE\b)[\w\s,"]+\)$/i;

/**
 * The first difference between the tables of a database and `createTables`, as a predicate of the file; undefined if there is none
 * that could lose, hide or refuse a row. Other tables, views and plain indexes may be added.
 */
export const changeOfSchema = (database: DatabaseSync): string | undefined => {
  const found = objectsIn(database);
  for (const { type, name, table, text } of created) {
    const same = found.find((each) => each.type === type && each.name === name);
    if (same === undefined) return `has no ${type} ${name}`;
    if (same.table !== table || same.text !== text) return `has a changed ${type} ${name}`;
  }
  const added = found.find(
    ({ name, table, text }) =>
      created.some((each) => each.table === table) &&
      !created.some((each) => each.name === name) &&
      !harmlessIndex.test(text),
  );
  return added && `has an additional ${added.type} ${added.name} on its table ${added.table}`;
};

/** The values of the columns of a row, of which the first is the id. */
export type Row = readonly SQLOutputValue[];

// The error names the id and the rules that are broken, and shows no other value: it goes to the log.
const decodeRow =
  <A>(table: string, decode: (row: Row) => t.Validation<A>) =>
  (row: Row): A => {
    const decoded = decode(row);
    if (E.isRight(decoded)) return decoded.right;
    throw new Error(`The row with the id ${row[0]} in ${table} cannot be read: ${reasonsOf(decoded.left)}`);
  };

/** The columns that `toPet` reads. */
export const petColumns = 'id, name, category_id, status';

/** Reads an animal, or throws. */
export const toPet: (row: Row) => Pet = decodeRow('pets', ([id, name, categoryId, status]) => {
  const pet = status === null ? { id, name, categoryId } : { id, name, categoryId, status };
  return Pet.is(pet) ? E.right(pet) : Pet.decode(pet);
});

/** The columns of an API key, in the order of `apiKeyOfColumns`. */
export const apiKeyColumns = 'id, label, digest, created, expires, revoked, last_used';

/** Reads an API key, or throws. */
export const toApiKey: (row: Row) => ApiKey = decodeRow('api_keys', apiKeyOfColumns);
