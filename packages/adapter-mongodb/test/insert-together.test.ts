import { startTcpProxy } from '@animal-store/domain-testkit';
import { behindProxy, describeOnMongodb } from '@animal-store/testkit/mongodb';
import { type Document, MongoClient } from 'mongodb';
import { expect, it, type TestContext } from 'vitest';
import { openCollection } from '../src/collections.ts';
import { databaseOptions } from '../src/concerns.ts';
import { replyWith } from './reply.ts';
import { idempotency, isCommand, newPet, open } from './store.ts';

interface Numbered {
  readonly _id: number;
  readonly mark?: string;
  readonly more?: true;
}

const duplicate = { name: 'MongoServerError', code: 11000, keyPattern: { _id: 1 } };
const invalid = { name: 'MongoServerError', code: 121, message: 'Document failed validation' };
const isInsert = isCommand('insert', 'numbers');

describeOnMongodb('Inserts of one turn', ({ another, uri }) => {
  /** A new collection behind a proxy, whose validator refuses a document with a mark. */
  const setUp = async (test: TestContext) => {
    const { uri, database } = another();
    const numbers = await database.createCollection<Numbered>('numbers', { validator: { mark: { $exists: false } } });
    const { proxy, uri: proxied } = await behindProxy(startTcpProxy, test, uri);
    const client = new MongoClient(proxied, { monitorCommands: true });
    test.onTestFinished(() => client.close());
    const sizes: number[] = [];
    client.on('commandStarted', ({ command }) => void (command['insert'] && sizes.push(command['documents'].length)));
    const [existing] = await database.listCollections().toArray();
    const found = new Map([['numbers', { uuid: (existing as Document)['info'].uuid, index: undefined }]]);
    const collection = openCollection<Numbered>(client.db(database.databaseName, databaseOptions), 'numbers', found);
    const insert = async (...documents: readonly Numbered[]): Promise<readonly unknown[]> =>
      (await Promise.allSettled(documents.map(collection.insert))).map((outcome) =>
        outcome.status === 'rejected' ? outcome.reason : 'stored',
      );
    const stored = async () => (await numbers.find({}, { sort: { _id: 1 } }).toArray()).map(({ _id }) => _id);
    return { insert, stored, sizes, proxy };
  };

  it('are stored or refused each for itself', async (test) => {
    const { insert, stored } = await setUp(test);
    expect(await insert({ _id: 2 })).toEqual(['stored']);
    const outcomes = await insert({ _id: 1 }, { _id: 2 }, { _id: 3, mark: 'x' }, { _id: 4 }, { _id: 4 });
    expect(outcomes).toMatchObject(['stored', duplicate, invalid, 'stored', duplicate]);
    expect(await stored()).toEqual([1, 2, 4]);
  });

  it('are stored once when a reply is lost, and others that have an id in use are refused', async (test) => {
    const { insert, stored, sizes, proxy } = await setUp(test);
    await insert({ _id: 2 });
    await proxy.become({ kind: 'reply lost', isRequest: isInsert, times: 1 });
    const outcomes = await insert({ _id: 1 }, { _id: 2, more: true }, { _id: 3, mark: 'x' }, { _id: 4 });
    expect(outcomes).toMatchObject(['stored', duplicate, invalid, 'stored']);
    expect(await stored()).toEqual([1, 2, 4]);
    expect(sizes).toEqual([1, 4, 4]);
  });

  it.for<readonly [string, Document, Document]>([
    [
      'has no majority',
      { n: 1, writeErrors: [{ index: 1, code: 121 }], writeConcernError: { code: 100, errmsg: 'too few' }, ok: 1 },
      { code: 100 },
    ],
    ['fails as a whole', { code: 13, errmsg: 'not allowed', ok: 0 }, { code: 13 }],
    [
      'does not tell of every document',
      { n: 1, ok: 1 },
      { message: 'MongoDB did not report the outcome of every document' },
    ],
  ])('all get the error of their command, if it %s', async ([, reply, error], test) => {
    const { insert, proxy } = await setUp(test);
    await proxy.become({ kind: 'other reply', isRequest: isInsert, replyTo: replyWith(reply) });
    expect(await insert({ _id: 1 }, { _id: 2 })).toMatchObject([error, error]);
  });

  it('are commands of at most 40 animals, and of the records of their creations', async () => {
    const inserts: unknown[] = [];
    const { pets } = await open(uri, {
      onCommand: ({ command: { insert, documents } }) => void (insert && inserts.push([insert, documents.length])),
    });
    const rex = newPet({ name: 'Rex', categoryId: 1n });
    // Together within one block of ids, so that none waits for the next block.
    await Promise.all(Array.from({ length: 41 }, () => pets.add(rex)()));
    // They run at once, so any can come first.
    expect(inserts.splice(0).toSorted()).toEqual([
      ['pets', 1],
      ['pets', 40],
    ]);
    await Promise.all(Array.from({ length: 30 }, (_, index) => pets.add(rex, idempotency(`${index}`))()));
    expect(inserts).toEqual([
      ['creations', 30],
      ['pets', 30],
    ]);
  });
});
