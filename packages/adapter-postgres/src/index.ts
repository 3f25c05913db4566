export type { RecordLifetime } from './add-pets.ts';
export { connectPostgres, type PostgresStore, type PostgresStoreOptions } from './connect-postgres.ts';
export type { PostgresMisconfigured } from './errors.ts';
export type { CheckoutFailure, PoolObserver } from './observe-pool.ts';
