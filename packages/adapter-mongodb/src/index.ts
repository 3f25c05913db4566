export { checkMongo } from './check-mongo.ts';
export { connectMongo, type MongoStore, type MongoStoreOptions } from './connect-mongo.ts';
export { connectMongoMaintenance, type MongoMaintenance } from './connect-mongo-maintenance.ts';
export type { MongoMisconfigured } from './connection/errors.ts';
export type { CheckoutFailure, PoolObserver } from './connection/observe-pool.ts';
export type { RecordLifetime } from './schema/prepare-expiry.ts';
