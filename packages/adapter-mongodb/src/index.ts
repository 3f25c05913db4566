export { connectMongo, type MongoStore, type MongoStoreOptions } from './connect-mongo.ts';
export type { MongoMisconfigured } from './mongo-misconfigured.ts';
