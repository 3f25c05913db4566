export { openSqlite, type SqliteStore, type SqliteStoreOptions } from './open-sqlite.ts';
export type { SqliteMisconfigured } from './sqlite-misconfigured.ts';
