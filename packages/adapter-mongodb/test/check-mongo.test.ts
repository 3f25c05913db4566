import { describeOnMongodb, type Mongod, type Stored, startMongod } from '@animal-store/testkit/mongodb';
import { either as E } from 'fp-ts';
import { type Db, type Document, Long, MongoClient } from 'mongodb';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { checkMongo, connectMongo } from '../src/index.ts';
import { connect } from './mongodb/connect.ts';
import { newPet } from './mongodb/samples.ts';

/** What the check says of a database, and what a start says afterwards: `usable`, or the message for the operator. */
const bothOn = async (uri: string): Promise<readonly [string, string]> => {
  const checked = await checkMongo(uri)();
  const connected = await connectMongo(uri)();
  if (E.isRight(connected)) await connected.right.close();
  const start = E.isRight(connected) ? 'usable' : connected.left.message;
  return [E.isRight(checked) ? checked.right : 'message' in checked.left ? checked.left.message : 'unavailable', start];
};

describeOnMongodb('The check of a database', ({ client, name, uri }) => {
  let databases = 0;
  const fresh = (): { readonly uri: string; readonly database: Db } => {
    const own = `${name}-${databases++}`;
    return { uri: uri.replace(name, own), database: client.db(own) };
  };

  it('tells an empty one from ours, and creates nothing', async () => {
    const { uri, database } = fresh();
    expect(await checkMongo(uri)()).toEqual(E.right('empty'));
    expect(await database.listCollections().toArray()).toEqual([]);
    expect(await bothOn(uri)).toEqual(['empty', 'usable']);
    expect(await bothOn(uri)).toEqual(['ours', 'usable']);
  });

  it.each<[string, string, (database: Db) => Promise<unknown>]>([
    [
      'a newer format',
      'the database has format 2, and this program knows only 1; use a newer program',
      (database) => database.collection<Stored>('counters').insertOne({ _id: 'format', last: Long.fromInt(2) }),
    ],
    [
      'a view with the name of a collection',
      'pets is a view, and not a collection',
      (database) => database.createCollection('pets', { viewOn: 'animals' }),
    ],
    [
      'an index that is not unique',
      'the index digest of apiKeys is in the way of the index digest',
      (database) => database.collection('apiKeys').createIndex({ digest: 1 }, { name: 'digest' }),
    ],
    [
      'the same index under another name',
      'the index status_1__id_1 of pets is in the way of the index status',
      (database) => database.collection('pets').createIndex({ status: 1, _id: 1 }),
    ],
  ])('agrees with the start that %s is in the way', async (_, sentence, put) => {
    const { uri, database } = fresh();
    await put(database);
    expect(await bothOn(uri)).toEqual(Array(2).fill(`MongoDB cannot be used: ${sentence}`));
  });

  it('agrees with the start that a connection string is not valid, and that a server that is away may come back', async () => {
    expect(await bothOn('mongodb://localhost/?foo=1')).toEqual(
      Array(2).fill(expect.stringMatching(/^The MongoDB connection string is not valid: /)),
    );
    expect(await bothOn('mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=100')).toEqual(['unavailable', 'usable']);
  });
});

const { run } = inject('mongodb');

describe.skipIf(run === undefined)('A MongoDB that wants a password', () => {
  // The users and their rights belong to the database of the service. A single server does not support retryable writes.
  const uriFor = (credentials: string): string =>
    `mongodb://${credentials}@${mongod?.address}/animal-store?directConnection=true&retryWrites=false`;
  let mongod: Mongod | undefined;
  let root: MongoClient | undefined;
  const command = (given: Document) => root?.db().command(given);
  const clerk = { createUser: 'clerk', pwd: 's3cret', roles: ['readWrite'] };
  beforeAll(async () => {
    mongod = await startMongod(run ?? '', '--auth');
    // MongoDB lets the first user be created without a password, from this machine only.
    const stranger = new MongoClient(`mongodb://${mongod.address}/?directConnection=true`);
    await stranger.db('admin').command({ createUser: 'root', pwd: 'root', roles: ['root'] });
    await stranger.close();
    root = new MongoClient(`${uriFor('root:root')}&authSource=admin`);
    await command(clerk);
  }, 60_000);
  afterAll(async () => {
    await root?.close();
    await mongod?.remove();
  });

  it('is away while its user has no rights or is dropped, and back when the user has them again', async (test) => {
    const { pets, ping, close } = await connect(uriFor('clerk:s3cret'));
    test.onTestFinished(close);
    const tasks = [ping, pets.list({ limit: 1 }), pets.add(newPet({ name: 'Rex', categoryId: 1n }))];
    const become = (...expected: readonly ('Left' | 'Right')[]): Promise<void> =>
      vi.waitFor(async () => {
        const outcomes = await Promise.all(tasks.map((task) => task()));
        expect(outcomes.map(({ _tag }) => _tag)).toEqual(expected);
      }, 10_000);
    await become('Right', 'Right', 'Right');
    await command({ grantRolesToUser: 'clerk', roles: ['read'] });
    await command({ revokeRolesFromUser: 'clerk', roles: ['readWrite'] });
    await become('Left', 'Right', 'Left');
    await command({ dropUser: 'clerk' });
    await become('Left', 'Left', 'Left');
    await command(clerk);
    await become('Right', 'Right', 'Right');
  });

  // What else is refused, the tests of the service show.
  it('is checked as it is by a start: the credentials, and the rights', async () => {
    const uri = uriFor('clerk:s3cret');
    expect(await bothOn(uri.replace('s3cret', 'wr0ng'))).toEqual(
      Array(2).fill('MongoDB refuses the credentials: Authentication failed.'),
    );
    expect(await bothOn(uri)).toEqual(['ours', 'usable']);
    await command({ collMod: 'creations', validationLevel: 'moderate' });
    const right = 'MongoDB does not allow this user what the service needs: not authorized on animal-store to';
    expect(await bothOn(uri)).toEqual(Array(2).fill(`${right} collMod in the collection creations`));
  });
});
