export { checkPostgres, openPostgres, type PostgresStoreOptions } from './open.ts';
