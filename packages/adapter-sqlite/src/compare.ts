import { DatabaseSync } from 'node:sqlite';
import type { FoundStore } from '@animal-store/store';
import { prepareOn } from './connection.ts';
import { FileRefused, FileUnusable } from './errors.ts';
import { applicationId, type Step, takeSteps } from './schema.ts';

/** The tables, indexes, views and triggers of a database. */
const objectsIn = (database: DatabaseSync) =>
  prepareOn(database, 'SELECT type, name, tbl_name, sql FROM sqlite_schema')
    .all()
    .map(([type, name, table, sql]) => ({ type, name, table, text: String(sql).replaceAll(/\s+/g, ' ') }));

type Objects = ReturnType<typeof objectsIn>;

/** What the same steps make in memory. */
const objectsAfter = (steps: readonly Step[]): Objects => {
  using database = new DatabaseSync(':memory:');
  takeSteps(database, steps);
  return objectsIn(database);
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
  const missing = made.find(({ type, name }) => !found.some((each) => each.type === type && each.name === name));
  if (missing !== undefined)
    throw new FileRefused(
      `the store is gone: ${file} has no ${missing.type} ${missing.name}; undo that change, or restore a backup`,
    );
  const change = changeIn(found, made);
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
    const { state, steps: due } = findIn(file, database, steps);
    if (state !== 'ours' || due.length > 0)
      throw new FileUnusable(
        `the store is gone: ${file} was emptied or replaced by an earlier one; restore a backup, or restart the service`,
      );
    compared = found;
  };
};
