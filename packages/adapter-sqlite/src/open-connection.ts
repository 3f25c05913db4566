import { DatabaseSync } from 'node:sqlite';

/**
 * Opens a connection whose commits are on the disk when they return (`synchronous`; `fullfsync` for macOS, where a plain
 * fsync is not enough). It never waits for a lock: SQLite's own wait blocks the thread, so the callers retry.
 */
export const openConnection = (file: string): DatabaseSync => {
  const database = new DatabaseSync(file, { timeout: 0 });
  database.exec('PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON');
  return database;
};
