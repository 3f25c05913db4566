export { checkMongo } from './check-mongo.ts';
export { type MongoStoreOptions, openMongo, openMongoDatabase } from './connect-mongo.ts';
