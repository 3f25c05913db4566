import { DatabaseSync } from 'node:sqlite';
import type { FoundStore } from '@animal-store/store';
import { prepareOn } from './connection.ts';
import { FileRefused, FileUnusable } from './errors.ts';
import { applicationId, type Step, takeSteps } from './schema.ts';

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

/** What the same steps make in memory. */
const objectsAfter = (steps: readonly Step[]): readonly SchemaObject[] => {
  using database = new DatabaseSync(':memory:');
  takeSteps(database, steps);
  return objectsIn(database);
};

type Objects = readonly SchemaObject[];

/** The first object that a database lacks, such as `table pets`. */
const missingIn = (found: Objects, made: Objects): string | undefined => {
  const missing = made.find(({ type, name }) => !found.some((each) => each.type === type && each.name === name));
  return missing && `${missing.type} ${missing.name}`;
};

// An index of another kind, or with a collation that SQLite does not have by itself, can refuse a row.
const harmlessIndex = /^CREATE INDEX [^()]+\((?!.*\bCOLLATE\b)[\w\s,"]+\)$/i;

/** The first change that could lose, hide or refuse a row. Other tables, views and plain indexes may be added. */
const changeIn = (found: Objects, made: Objects): string | undefined => {
  const changed = made.find(
    ({ name, table, text }) => !found.some((each) => each.name === name && each.table === table && each.text === text),
  );
  if (changed !== undefined) return `a changed ${changed.type} ${changed.name}`;
  const added = found.find(
    ({ name, table, text }) =>
      made.some((each) => each.table === table) &&
      !made.some((each) => each.name === name) &&
      !harmlessIndex.test(text),
  );
  return added && `an additional ${added.type} ${added.name} on its table ${added.table}`;
};

/** What a start finds in a database, and the steps that it would take. Throws `FileRefused` if the database cannot be the store. */
export const findIn = (file: string, database: DatabaseSync, steps: readonly Step[]): FoundStore => {
  // One statement, because another process may create the tables between two.
  const marks = database.prepare(
    `SELECT count(*) AS objects,
       (SELECT application_id FROM pragma_application_id) AS application,
       (SELECT user_version FROM pragma_user_version) AS version
     FROM sqlite_schema`,
  );
  const { objects, application, version } = marks.get() ?? {};
  if (application === 0 && version === 0 && objects === 0) return { state: 'empty', steps: [] };
  const taken = Number(version);
  if (application !== applicationId || taken < 1) throw new FileRefused(`${file} is a database of another program`);
  if (taken > steps.length)
    throw new FileRefused(
      `${file} has version ${taken} of the tables, and this program knows only version ${steps.length}; use a newer program`,
    );
  const [found, made] = [objectsIn(database), objectsAfter(steps.slice(0, taken))];
  const missing = missingIn(found, made);
  const change = missing === undefined ? changeIn(found, made) : `no ${missing}`;
  if (change !== undefined) throw new FileRefused(`${file} has ${change}; undo that change, or restore a backup`);
  return { state: 'ours', steps: steps.slice(taken).map(({ title }) => title) };
};

/**
 * Returns a function that throws `FileUnusable` unless a file has the tables that a start has found or made. It compares them if the
 * file has another version, or SQLite has counted a change of its tables or indexes. What is missing is not made anew.
 */
export const watchTables = (file: string, database: DatabaseSync, steps: readonly Step[]): (() => void) => {
  const marks = ['user_version', 'schema_version'].map((name) => prepareOn(database, `PRAGMA ${name}`));
  const readMarks = (): string => marks.map((mark) => mark.get()).join();
  let compared = readMarks();
  return () => {
    const found = readMarks();
    if (found === compared) return;
    const missing = missingIn(objectsIn(database), objectsAfter(steps));
    if (missing !== undefined) throw new FileUnusable(`the store is gone: ${file} has no ${missing}`);
    if (findIn(file, database, steps).steps.length > 0)
      throw new FileUnusable(`${file} has an earlier version of the tables than before; restart the service`);
    compared = found;
  };
};
