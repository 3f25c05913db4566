export { checkMongo } from './check-mongo.ts';
export { connectDatabase, connectMongo, type MongoStore, type MongoStoreOptions } from './connect-mongo.ts';
export type { MongoMisconfigured } from './errors.ts';
