export { checkMongo } from './check-mongo.ts';
export { connectMongo, type MongoStore, type MongoStoreOptions } from './connect-mongo.ts';
export { connectMongoMaintenance, type MongoMaintenance } from './connect-mongo-maintenance.ts';
export type { MongoMisconfigured } from './errors.ts';
export type { MigrationProgress } from './migrate-creations.ts';
export { migrateMongo } from './migrate-mongo.ts';
export type { CheckoutFailure, PoolObserver } from './observe-pool.ts';
export type { RecordLifetime } from './prepare-expiry.ts';
