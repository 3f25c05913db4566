import { DatabaseSync } from 'node:sqlite';

/**
 * Opens a connection whose commits are on the disk when they return (`synchronous`; `fullfsync` for macOS, where a plain
 * fsync is not enough). Opening reads the file. If the file is locked, this blocks the thread for up to `lockWithinMS`
 * milliseconds. Afterwards the connection never waits for a lock: its callers retry without blocking.
 */
export const openConnection = (file: string, lockWithinMS = 0): DatabaseSync => {
  const database = new DatabaseSync(file, { timeout: lockWithinMS });
  try {
    database.exec(
      'PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON; PRAGMA busy_timeout = 0',
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};
