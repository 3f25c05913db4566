import type { Idempotency } from '@animal-store/domain';
import { startTcpProxy } from '@animal-store/domain-testkit';
import { behindProxy, describeOnMongodb } from '@animal-store/testkit/mongodb';
import { MongoClient } from 'mongodb';
import { expect, it, type TestContext } from 'vitest';
import { judge } from '../src/errors.ts';
import { insertTogether } from '../src/insert-together.ts';
import { isCommand } from './mongodb/commands.ts';
import { connectObserved } from './mongodb/connect.ts';
import { idempotency, newPet } from './mongodb/samples.ts';

interface Numbered {
  readonly _id: number;
  readonly mark?: string;
}

const duplicate = { name: 'MongoServerError', code: 11000, keyPattern: { _id: 1 } };
const invalid = { name: 'MongoServerError', code: 121, message: 'Document failed validation' };

describeOnMongodb('Inserts of one turn', (database) => {
  let collections = 0;

  /** A new collection, whose validator refuses a document with a mark. */
  const setUp = async (
    { onTestFinished }: TestContext,
    { uri = database.uri, w = 'majority' }: { readonly uri?: string; readonly w?: number | 'majority' } = {},
  ) => {
    const client = new MongoClient(uri);
    onTestFinished(() => client.close());
    const name = `numbers-${collections++}`;
    const plain = client.db(database.name);
    const collection = await plain.createCollection<Numbered>(name, { validator: { mark: { $exists: false } } });
    const insert = insertTogether(plain.collection<Numbered>(name, { writeConcern: { w }, promoteLongs: false }));
    const outcomesOf = async (documents: readonly Numbered[]): Promise<readonly unknown[]> =>
      (await Promise.allSettled(documents.map(insert))).map((outcome) =>
        outcome.status === 'rejected' ? outcome.reason : 'stored',
      );
    const stored = async (): Promise<readonly unknown[]> =>
      (await collection.find({}, { sort: { _id: 1 } }).toArray()).map(({ _id }) => _id);
    return { name, plain, outcomesOf, stored };
  };

  it('are stored or refused each for itself', async (test) => {
    const { outcomesOf, stored } = await setUp(test);
    expect(await outcomesOf([{ _id: 2 }])).toEqual(['stored']);
    const documents = [{ _id: 1 }, { _id: 2 }, { _id: 3, mark: 'x' }, { _id: 4 }, { _id: 4 }];
    const outcomes = await outcomesOf(documents);
    expect(outcomes).toMatchObject(['stored', duplicate, invalid, 'stored', duplicate]);
    expect(await stored()).toEqual([1, 2, 4]);
  });

  it('are unavailable without a majority', async (test) => {
    const { outcomesOf, stored } = await setUp(test, { w: 2 });
    const outcomes = await outcomesOf([{ _id: 1 }, { _id: 2, mark: 'x' }, { _id: 3 }]);
    expect(outcomes).toMatchObject(Array(3).fill({ code: 100 }));
    expect(outcomes.map((error) => judge(error).kind)).toEqual(Array(3).fill('outage'));
    expect(await stored()).toEqual([1, 3]);
  });

  it('are repeated by the driver when their reply is lost, and stored once', async (test) => {
    const { proxy, uri } = await behindProxy(startTcpProxy, test, database.uri);
    const { outcomesOf, stored, name } = await setUp(test, { uri });
    await proxy.become({ kind: 'reply lost', isRequest: isCommand('insert', name), times: 1 });
    expect(await outcomesOf([{ _id: 1 }, { _id: 2 }, { _id: 2 }])).toMatchObject(['stored', 'stored', duplicate]);
    await proxy.met();
    expect(await stored()).toEqual([1, 2]);
  });

  it('all get the error of their command, without the documents', async (test) => {
    const { plain, outcomesOf } = await setUp(test);
    const insert = insertTogether(plain.collection<Numbered>('system.profile'));
    const outcomes = await Promise.allSettled([insert({ _id: 1 }), insert({ _id: 2 })]);
    expect(outcomes).toMatchObject(Array(2).fill({ reason: { name: 'MongoServerError', code: 73 } }));
    expect(JSON.stringify(outcomes)).not.toContain('_id');
    expect(await outcomesOf([])).toEqual([]);
  });

  it('are one command for all animals, and one for all records of their creations', async ({ onTestFinished }) => {
    const inserts: unknown[] = [];
    const store = await connectObserved(database.uri, ({ command }) => {
      if (command['insert'] !== undefined) inserts.push([command['insert'], command['documents'].length]);
    });
    onTestFinished(store.close);
    const add = (count: number, keyOf: (index: number) => Idempotency | undefined) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          store.pets.add(newPet({ name: 'Rex', categoryId: 1n }), keyOf(index))(),
        ),
      );
    // Together within one block of ids, so that none waits for the next block.
    await add(64, () => undefined);
    await add(30, (index) => idempotency(`${index}`));
    await add(1, () => undefined);
    expect(inserts).toEqual([
      ['pets', 64],
      ['creations', 30],
      ['pets', 30],
      ['pets', 1],
    ]);
  });
});
