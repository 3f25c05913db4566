export { checkPostgres, openPostgres, type PostgresStoreOptions } from './connect-postgres.ts';
