import { Pet } from '@animal-store/domain';
import { apiKeyOperations, petOperations } from '@animal-store/domain-testkit';
import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { valid } from '@animal-store/testkit/valid';
import { either as E, option as O } from 'fp-ts';
import { type Db, type Document, MongoClient, type MongoClientOptions } from 'mongodb';
import { expect, it, onTestFinished } from 'vitest';
import { openMongoDatabase } from '../src/index.ts';
import { apiKey, digest, idempotency, newPet } from './store.ts';

const key = apiKey({ id: 'aaaaaaaa', label: 'ci', digest: 'ab'.repeat(32), created: 1000, expires: 2000 });
const fields = { name: 'Rex', categoryId: 2n ** 63n - 1n, status: 'sold' } as const;
const rex = newPet(fields);

describeOnMongodb('The store on a client that exists', ({ uri, name, another }) => {
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
  ])('keeps its promises, and leaves the client as it was, with %s', async (_, options) => {
    const sent: Document[] = [];
    const client = new MongoClient(uri, { ...options, monitorCommands: true });
    onTestFinished(() => client.close());
    client.on('commandStarted', ({ command }) => void sent.push(command));
    const before = { ...client.options };
    const database = client.db(another().database.databaseName);
    const opened = await openMongoDatabase(database, { operationTimeoutMS: 60_000 })();
    if (E.isLeft(opened)) throw new Error(opened.left.message);
    const { pets, apiKeys, maintenance, ping, close } = opened.right;

    // As many at once as are written together.
    const added = await Promise.all([pets.add(rex)(), pets.add(rex)(), pets.add(rex, idempotency('k'))()]);
    const ids = [1n, 2n, 3n];
    expect(added.map((each) => E.isRight(each) && each.right.pet.id).toSorted()).toEqual(ids);
    const animals = ids.map((id) => ({ id, ...fields }));
    expect(await pets.list({ limit: 4 })()).toEqual(E.right(animals));
    expect(await pets.find(3n as never)()).toEqual(E.right(O.some(animals[2])));
    expect(await pets.add(rex, idempotency('k'))()).toMatchObject(E.right({ replayed: true }));
    await apiKeys.add(key)();
    expect(await apiKeys.findByDigest(digest(key.digest))()).toEqual(E.right(O.some(key)));
    expect(await maintenance.lastId()()).toEqual(E.right(100n));
    expect(await ping()).toEqual(E.right(undefined));
    const stored = valid(Pet)(animals[0]);
    for (const { run } of Object.values(petOperations)) expect(E.isRight(await run(pets, stored)())).toBe(true);
    for (const { run } of Object.values(apiKeyOperations)) await run(apiKeys, key)();
    const ofMajority = { writeConcern: { w: 'majority', j: true, wtimeout: 2000 } };
    for (const command of sent.filter(({ insert, update, findAndModify }) => insert ?? update ?? findAndModify))
      expect(command).toMatchObject(ofMajority);
    for (const command of sent.filter(({ find }) => find))
      expect(command).toMatchObject({ maxTimeMS: 2000, readConcern: { level: 'majority' } });

    await close();
    expect(await pets.list({ limit: 1 })()).toMatchObject({ left: { _tag: 'RepositoryUnavailable' } });
    expect(await ping()).toMatchObject({ left: { _tag: 'RepositoryUnavailable' } });
    // The client goes on, with its own options.
    expect({ ...client.options }).toEqual(before);
    await client.db().command({ ping: 1 });
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
