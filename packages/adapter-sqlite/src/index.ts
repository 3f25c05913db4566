export { type BackupProgress, backupSqlite } from './backup-sqlite.ts';
export { checkSqlite } from './check-sqlite.ts';
export { openSqlite, type SqliteStoreOptions } from './open-sqlite.ts';
