import { connectionString } from '../configuration/text-codecs.ts';
import { createMongoMetrics } from './mongodb-metrics.ts';
import type { StoreDescription } from './store-description.ts';

/** The store on MongoDB. */
export const mongodbStore: StoreDescription = {
  name: 'mongodb',
  title: 'MongoDB',
  makesKey: 'never',
  variable: {
    name: 'MONGODB_URI',
    codec: connectionString,
    meaning: 'keeps the animals in MongoDB',
    example: 'mongodb://127.0.0.1:27017/animal-store?replicaSet=rs0',
    isSecret: true,
  },
  place: () => 'in MongoDB',
  open:
    (uri, { metrics, recordLifetime }) =>
    async () => {
      const { connectMongo } = await import('@animal-store/adapter-mongodb');
      return connectMongo(uri, { ...metrics?.add(createMongoMetrics), ...(recordLifetime && { recordLifetime }) })();
    },
  openMaintenance: (uri) => async () => (await import('@animal-store/adapter-mongodb')).connectMongoMaintenance(uri)(),
  backup:
    'MongoDB is backed up by its own tools, also while services run: mongodump --oplog, or a snapshot of its volume ' +
    '(docs/operations.md, Backup and restore). To copy the animals alone, use animal-store export',
};
