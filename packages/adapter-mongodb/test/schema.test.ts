import { randomUUID } from 'node:crypto';
import { describeOnMongodb, type Stored, type TestDatabase } from '@animal-store/testkit/mongodb';
import { type Db, type Document, Long } from 'mongodb';
import { expect, it } from 'vitest';
import { connect } from './mongodb/connect.ts';

const string = { bsonType: 'string' };
const long = { bsonType: 'long' };
const status = { enum: ['available', 'pending', 'sold'] };
const validationBy = ($jsonSchema: Document): Document => ({
  validator: { $jsonSchema },
  validationLevel: 'strict',
  validationAction: 'error',
});
const idIndex = { v: 2, key: { _id: 1 }, name: '_id_' };
const wanted = {
  pets: {
    options: validationBy({
      bsonType: 'object',
      required: ['_id', 'name', 'categoryId'],
      properties: { _id: long, name: string, categoryId: long, status, creation: { bsonType: 'objectId' } },
      not: { required: ['idempotency'] },
    }),
    indexes: [idIndex, { v: 2, key: { status: 1, _id: 1 }, name: 'status' }],
  },
  creations: {
    options: validationBy({
      bsonType: 'object',
      required: ['_id', 'petId', 'pet', 'created'],
      properties: {
        _id: { bsonType: 'object', required: ['scope', 'key'], properties: { scope: string, key: string } },
        petId: long,
        pet: {
          bsonType: 'object',
          required: ['name', 'categoryId'],
          properties: { name: string, categoryId: long, status },
        },
        created: { bsonType: 'date' },
        pending: { bsonType: 'objectId' },
      },
    }),
    indexes: [idIndex],
  },
  apiKeys: { options: {}, indexes: [idIndex, { v: 2, key: { digest: 1 }, name: 'digest', unique: true }] },
};

const schemaOfOne = async (database: Db, name: string): Promise<Document> => {
  const [found] = await database.listCollections<{ name: string; options?: Document }>({ name }).toArray();
  return { options: found?.options, indexes: await database.collection(name).indexes() };
};

const schemaOf = async (database: Db): Promise<Document> => ({
  pets: await schemaOfOne(database, 'pets'),
  creations: await schemaOfOne(database, 'creations'),
  apiKeys: await schemaOfOne(database, 'apiKeys'),
});

const freshDatabase = ({ client, uri, name }: TestDatabase): { readonly uri: string; readonly database: Db } => {
  const fresh = `${name}-${randomUUID().slice(0, 4)}`;
  return { uri: uri.replace(name, fresh), database: client.db(fresh) };
};

const startFive = async (uri: string): Promise<void> => {
  const stores = await Promise.all(Array.from({ length: 5 }, () => connect(uri)));
  const pings = await Promise.all(stores.map((store) => store.ping()));
  await Promise.all(stores.map((store) => store.close()));
  expect(pings).toEqual(Array(5).fill({ _tag: 'Right', right: undefined }));
};

describeOnMongodb('The collections', (test) => {
  it('are made by five instances that start at once, and are left alone by the next five', async () => {
    const { uri, database } = freshDatabase(test);
    await startFive(uri);
    expect(await schemaOf(database)).toEqual(wanted);
    await startFive(uri);
    expect(await schemaOf(database)).toEqual(wanted);
    expect(await database.collection('counters').find().sort({ _id: -1 }).toArray()).toEqual([
      { _id: 'pets', last: 0 },
      { _id: 'format', last: 1 },
    ]);
  });

  it('are brought up to date by five instances when they have other rules and no indexes', async () => {
    const { uri, database } = freshDatabase(test);
    await database.createCollection('pets', { validator: { name: 'Rex' }, validationAction: 'warn' });
    const old = Array.from({ length: 1000 }, (_, id) => ({ _id: Long.fromInt(id), name: 'old', categoryId: Long.ONE }));
    await database.collection<Stored>('pets').insertMany(old);
    await startFive(uri);
    expect(await schemaOf(database)).toEqual(wanted);
    expect(await database.collection('pets').countDocuments()).toBe(1000);
  });
});
