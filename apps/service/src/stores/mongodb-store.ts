import { either as E, function as F } from 'fp-ts';
import { matching, type TextCodec } from '../text-codec.ts';
import { createMongoMetrics } from './mongodb-metrics.ts';
import { reasonOf } from './reason-of.ts';
import type { StoreKind } from './store-kind.ts';

const connectionString: TextCodec<string> = matching(
  'a MongoDB connection string, mongodb://… or mongodb+srv://…',
  (text) => /^mongodb(?:\+srv)?:\/\/\S+$/.test(text),
);

/** The store on MongoDB. */
export const mongodbStore: StoreKind = {
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
    (uri, { metrics }) =>
    async () => {
      const { connectMongo } = await import('@animal-store/adapter-mongodb');
      return connectMongo(uri, { ...metrics?.add(createMongoMetrics) })();
    },
  check: (uri) => async () => {
    const { checkMongo } = await import('@animal-store/adapter-mongodb');
    return F.pipe(
      await checkMongo(uri)(),
      E.bimap(
        (failure) =>
          failure._tag === 'MongoMisconfigured' ? failure : { message: `MongoDB is unavailable: ${reasonOf(failure)}` },
        () => 'which responds',
      ),
    );
  },
  // Two blocks.
  idsReserved: 200,
  openMaintenance: (uri) => async () => (await import('@animal-store/adapter-mongodb')).connectMongo(uri)(),
  backup: {
    toBackUp:
      'MongoDB is backed up by its own tools, also while services run: mongodump --oplog, or a snapshot of its volume ' +
      '(docs/deploy.md, Backup and restore). To copy the animals alone, use animal-store export',
  },
};
