import type { Idempotency } from '@animal-store/domain';
import { startTcpProxy } from '@animal-store/domain-testkit';
import { behindProxy, describeOnMongodb } from '@animal-store/testkit/mongodb';
import { MongoClient, MongoServerError } from 'mongodb';
import { expect, it, type TestContext } from 'vitest';
import { createSessionPool } from '../src/connection/fast-path.ts';
import { createInsert, type Insert } from '../src/connection/insert-together.ts';
import { isOutage } from '../src/connection/is-outage.ts';
import { isCommand } from './mongodb/commands.ts';
import { connectObserved } from './mongodb/connect.ts';
import { idempotency, newPet } from './mongodb/samples.ts';

interface Numbered {
  readonly _id: number;
  readonly mark?: string;
}

const duplicate = { code: 11000, keyPattern: { _id: 1 } };
const invalid = { code: 121, message: 'Document failed validation' };

describeOnMongodb('Inserts of one turn', (database) => {
  let collections = 0;

  /** A new collection, whose validator refuses a document with a mark. */
  const setUp = async (
    { onTestFinished }: TestContext,
    options: { readonly uri?: string; readonly w?: number } = {},
  ) => {
    const client = new MongoClient(options.uri ?? database.uri);
    onTestFinished(() => client.close());
    const name = `numbers-${collections++}`;
    const collection = await client
      .db(database.name)
      .createCollection<Numbered>(name, { validator: { mark: { $exists: false } } });
    const insert = createInsert(
      client.db(database.name).collection<Numbered>(name, { writeConcern: { w: options.w ?? 'majority' } }),
      createSessionPool(client),
    );
    const stored = async (): Promise<readonly unknown[]> =>
      (await collection.find({}, { sort: { _id: 1 } }).toArray()).map(({ _id }) => _id);
    return { client, name, insert, stored };
  };

  const outcomesOf = async (insert: Insert<Numbered>, documents: readonly Numbered[]): Promise<readonly unknown[]> =>
    (await Promise.allSettled(documents.map(insert))).map((outcome) =>
      outcome.status === 'rejected' ? outcome.reason : 'stored',
    );

  it('are stored or refused each for itself', async (test) => {
    const { insert, stored } = await setUp(test);
    await insert({ _id: 2 });
    const outcomes = await outcomesOf(insert, [{ _id: 1 }, { _id: 2 }, { _id: 3, mark: 'x' }, { _id: 4 }, { _id: 4 }]);
    expect(outcomes).toEqual([
      'stored',
      expect.objectContaining(duplicate),
      expect.objectContaining(invalid),
      'stored',
      expect.objectContaining(duplicate),
    ]);
    for (const error of [outcomes[1], outcomes[2], outcomes[4]]) {
      expect(error).toBeInstanceOf(MongoServerError);
      expect((error as Error).name).toBe('MongoServerError');
    }
    expect(await stored()).toEqual([1, 2, 4]);
  });

  it('are unavailable without a majority, except those that are refused', async (test) => {
    const { insert, stored } = await setUp(test, { w: 2 });
    const outcomes = await outcomesOf(insert, [{ _id: 1 }, { _id: 2, mark: 'x' }, { _id: 3 }]);
    const concern = { name: 'MongoWriteConcernError', code: 100 };
    expect(outcomes).toMatchObject([concern, invalid, concern]);
    expect(outcomes.map(isOutage)).toEqual([true, false, true]);
    expect(await stored()).toEqual([1, 3]);
  });

  it('are repeated by the driver when their reply is lost, and stored once', async (test) => {
    const { proxy, uri } = await behindProxy(startTcpProxy, test, database.uri);
    const { insert, stored, name } = await setUp(test, { uri });
    await proxy.become({ kind: 'reply lost', isRequest: isCommand('insert', name), times: 1 });
    expect(await outcomesOf(insert, [{ _id: 1 }, { _id: 2 }, { _id: 2 }])).toEqual([
      'stored',
      'stored',
      expect.objectContaining(duplicate),
    ]);
    await proxy.met();
    expect(await stored()).toEqual([1, 2]);
  });

  it('all get the error of their command, without the documents', async (test) => {
    const { client } = await setUp(test);
    const forbidden = client.db(database.name).collection<Numbered>('system.profile');
    const insert = createInsert(forbidden, createSessionPool(client));
    const outcomes = await outcomesOf(insert, [{ _id: 1 }, { _id: 2 }]);
    expect(outcomes).toMatchObject(Array(2).fill({ name: 'MongoServerError', code: 73 }));
    expect(outcomes.map((error) => Object.hasOwn(Object(error), 'result'))).toEqual([false, false]);
  });

  it('are one command for all animals, and one for all records of their creations', async ({ onTestFinished }) => {
    const documents: unknown[] = [];
    const store = await connectObserved(database.uri, ({ command }) => {
      if (command['insert'] !== undefined) documents.push([command['insert'], command['documents'].length]);
    });
    onTestFinished(store.close);
    const add = (name: string, key?: Idempotency) => store.pets.add(newPet({ name, categoryId: 1n }), key)();
    await Promise.all(['a', 'b', 'c'].map((name) => add(name)));
    await Promise.all(['d', 'e'].map((name) => add(name, idempotency(name))));
    await add('f');
    expect(documents).toEqual([
      ['pets', 3],
      ['creations', 2],
      ['pets', 2],
      ['pets', 1],
    ]);
  });
});
