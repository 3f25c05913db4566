export { type BackupProgress, backupSqlite } from './backup-sqlite.ts';
export { checkSqlite, type SqliteFileState } from './check-sqlite.ts';
export type { SqliteMisconfigured } from './errors.ts';
export { openSqlite, type SqliteStore, type SqliteStoreOptions } from './open-sqlite.ts';
