export { checkMongo } from './check.ts';
export { type MongoStoreOptions, openMongo, openMongoDatabase } from './open.ts';
