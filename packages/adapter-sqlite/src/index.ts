export { type BackupProgress, backupSqlite } from './backup.ts';
export { checkSqlite } from './check.ts';
export { openSqlite, type SqliteStoreOptions } from './open.ts';
