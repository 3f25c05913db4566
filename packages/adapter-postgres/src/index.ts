export { checkPostgres, connectPostgres, type PostgresStore, type PostgresStoreOptions } from './connect-postgres.ts';
export type { PostgresMisconfigured } from './postgres-error.ts';
export type { PostgresState } from './prepare-store.ts';
