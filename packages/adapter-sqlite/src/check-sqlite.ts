import { accessSync, closeSync, constants, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { either as E } from 'fp-ts';
import { type SqliteMisconfigured, sqliteMisconfigured } from './errors.ts';
import { misconfigurationOf } from './misconfiguration-of.ts';
import { type Content, contentOf } from './prepare-file.ts';
import { unsupportedNode } from './unsupported-node.ts';

/** Whether a start finds its store in a file, or creates it there. */
export type SqliteFileState = 'absent' | 'empty' | 'ours';

const { R_OK, W_OK, X_OK } = constants;

// The first page, see https://www.sqlite.org/fileformat.html: the header of the database, and that of the table of tables.
const headerBytes = 108;
const magic = 'SQLite format 3\0';
const offsets = { version: 60, application: 68, tables: 103 } as const;

const readHeader = (file: string): Buffer => {
  const header = Buffer.alloc(headerBytes);
  const descriptor = openSync(file, 'r');
  try {
    return header.subarray(0, readSync(descriptor, header));
  } finally {
    closeSync(descriptor);
  }
};

const stateOf = (file: string): E.Either<SqliteMisconfigured, SqliteFileState> => {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) {
    accessSync(dirname(file), W_OK | X_OK);
    return E.right('absent');
  }
  if (!found.isFile()) return E.left(sqliteMisconfigured(`${file} is not a regular file`));
  accessSync(file, R_OK | W_OK);
  accessSync(dirname(realpathSync(file)), W_OK | X_OK);
  const header = readHeader(file);
  if (header.length === 0) return E.right('empty');
  if (header.length < headerBytes || header.toString('latin1', 0, magic.length) !== magic) {
    return E.left(sqliteMisconfigured(`${file} is not an SQLite database`));
  }
  const content = contentOf(file, {
    application: header.readUInt32BE(offsets.application),
    version: header.readUInt32BE(offsets.version),
    tables: header.readUInt16BE(offsets.tables),
  });
  return E.map((found: Content): SqliteFileState => (found === 'empty' ? 'empty' : 'ours'))(content);
};

/**
 * Checks whether `openSqlite` can use a file, as far as that can be told without SQLite: it creates and changes nothing, not
 * even the files that SQLite puts next to it.
 */
export const checkSqlite = (path: string): E.Either<SqliteMisconfigured, SqliteFileState> => {
  const tooOld = unsupportedNode(process.versions.node);
  if (tooOld !== undefined) return E.left(sqliteMisconfigured(tooOld));
  const file = resolve(path);
  try {
    return stateOf(file);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return E.left(misconfigurationOf(file, error) ?? sqliteMisconfigured(`${file} cannot be read: ${detail}`));
  }
};
