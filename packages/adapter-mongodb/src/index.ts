export { connectMongo, type MongoStore, type MongoStoreOptions } from './connect-mongo.ts';
export type { MigrationProgress } from './migrate-creations.ts';
export { migrateMongo } from './migrate-mongo.ts';
export type { MongoMisconfigured } from './mongo-misconfigured.ts';
export type { RecordLifetime } from './prepare-expiry.ts';
