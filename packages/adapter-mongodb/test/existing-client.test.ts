import { Pet } from '@animal-store/domain';
import { apiKeyOperations, known, petOperations } from '@animal-store/domain-testkit';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { either as E, option as O } from 'fp-ts';
import { type Db, type Document, MongoClient, type MongoClientOptions } from 'mongodb';
import { expect, it, onTestFinished } from 'vitest';
import { openMongoDatabase } from '../src/index.ts';
import { apiKey, digest, idempotency, newPet } from './store.ts';

const key = apiKey({ id: 'aaaaaaaa', label: 'ci', digest: 'ab'.repeat(32), created: 1000, expires: 2000 });
const fields = { name: 'Rex', categoryId: 2n ** 63n - 1n, status: 'sold' } as const;
const rex = newPet(fields);
const pet = known(Pet)({ id: 1n, ...fields });
const unavailable = { left: { _tag: 'RepositoryUnavailable' } };

describeOnMongodb('The store on a client that exists', ({ uri, name, another }) => {
  /** Opens the store of a new database on a client with these options, adds an animal and a key, and notes all commands. */
  const openOn = async (options: MongoClientOptions) => {
    const sent: Document[] = [];
    const client = new MongoClient(uri, { ...options, monitorCommands: true });
    onTestFinished(() => client.close());
    client.on('commandStarted', ({ command }) => void sent.push(command));
    const database = client.db(another().database.databaseName);
    const opened = await openMongoDatabase(database, { operationTimeoutMS: 60_000 })();
    if (E.isLeft(opened)) throw new Error(opened.left.message);
    await opened.right.pets.add(rex, idempotency('k'))();
    await opened.right.apiKeys.add(key)();
    return { client, sent, store: opened.right };
  };

  it.each<[string, MongoClientOptions]>([
    ['no options', {}],
    ['other types of integers', { promoteLongs: false, promoteValues: false }],
    ['raw replies', { raw: true, enableUtf8Validation: false, promoteBuffers: true, bsonRegExp: true }],
    [
      'other documents',
      { ignoreUndefined: true, forceServerObjectId: true, serializeFunctions: true, checkKeys: true },
    ],
    ['a secondary', { readPreference: 'secondary' }],
    ['no acknowledgement', { writeConcern: { w: 0 } }],
    ['another level of reads', { readConcern: { level: 'linearizable' } }],
    ['no retries', { retryReads: false, retryWrites: false }],
  ])('returns what it has stored, and runs every operation, though the client has %s', async (_, options) => {
    const { pets, apiKeys, maintenance, ping } = (await openOn(options)).store;
    expect(await pets.list({ limit: 2 })()).toEqual(E.right([pet]));
    expect(await pets.add(rex, idempotency('k'))()).toEqual(E.right({ pet, replayed: true }));
    expect(await apiKeys.findByDigest(digest(key.digest))()).toEqual(E.right(O.some(key)));
    expect(await maintenance.lastId()()).toEqual(E.right(100n));
    const operations = [
      ping,
      ...Object.values(petOperations).map(({ run }) => run(pets, pet)),
      ...Object.values(apiKeyOperations).map(({ run }) => run(apiKeys, key)),
    ];
    for (const operation of operations) expect(await operation()).toMatchObject({ _tag: 'Right' });
  });

  it('writes to the disks of a majority and reads what a majority has, whatever the concerns of the client are', async () => {
    const { store, sent } = await openOn({ writeConcern: { w: 0 }, readConcern: { level: 'linearizable' } });
    for (const { run } of Object.values(petOperations)) await run(store.pets, pet)();
    for (const { run } of Object.values(apiKeyOperations)) await run(store.apiKeys, key)();
    const writes = sent.filter(({ insert, update, findAndModify }) => insert ?? update ?? findAndModify);
    for (const write of writes)
      expect(write).toMatchObject({ writeConcern: { w: 'majority', j: true, wtimeout: 2000 } });
    const reads = sent.filter(({ find }) => find);
    for (const read of reads) expect(read).toMatchObject({ maxTimeMS: 2000, readConcern: { level: 'majority' } });
  });

  it('is unavailable once it is closed, and leaves the client open', async () => {
    const { client, store } = await openOn({});
    await store.close();
    expect(await store.pets.list({ limit: 1 })()).toMatchObject(unavailable);
    expect(await store.ping()).toMatchObject(unavailable);
    expect(await client.db().command({ ping: 1 })).toMatchObject({ ok: 1 });
  });

  it.each<[string, () => Pick<Db, 'client' | 'databaseName'>]>([
    ['the option useBigInt64 of the client must be false', () => new MongoClient(uri, { useBigInt64: true }).db(name)],
    ['the database local belongs to MongoDB itself: name another one', () => new MongoClient(uri).db('local')],
    [
      'the client belongs to another copy of the package mongodb',
      () => ({ client: {} as MongoClient, databaseName: name }),
    ],
  ])('is refused: %s', async (message, database) => {
    expect(await openMongoDatabase(database() as Db)()).toEqual(E.left({ _tag: 'StoreMisconfigured', message }));
  });

  it('is refused by the server if the client keeps to its stable API', async () => {
    const client = new MongoClient(uri, { serverApi: { version: '1', strict: true } });
    onTestFinished(() => client.close());
    expect(await openMongoDatabase(client.db(name))()).toMatchObject({
      left: { message: expect.stringMatching(/^MongoDB cannot be used: Provided apiStrict:true, but the command /) },
    });
  });
});
