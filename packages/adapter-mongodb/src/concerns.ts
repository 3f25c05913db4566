// A replica set rolls back what only its primary has when another member becomes the primary. So every read shows what a
// majority has, and every write waits for a majority.

/** Time limit on the server for a read, and for a majority to acknowledge a write, in milliseconds. */
const serverTimeLimitMS = 2000;

/** The options of a read, whatever the default of the cluster is. */
export const ofMajority = { maxTimeMS: serverTimeLimitMS, readConcern: { level: 'majority' } } as const;

/** The concern of a write. With `j`, a majority has written to disk even if the replica set is configured otherwise. */
export const writeConcern = { w: 'majority', j: true, wtimeout: serverTimeLimitMS } as const;

/** The options of a database, whatever those of its client are. The repositories rely on how replies are read. */
export const databaseOptions = {
  readPreference: 'primary',
  writeConcern,
  promoteValues: true,
  promoteBuffers: false,
  raw: false,
  enableUtf8Validation: true,
} as const;
