export { checkPostgres } from './check.ts';
export { openPostgres, type PostgresStoreOptions } from './open.ts';
