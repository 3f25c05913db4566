import { describeOnMongodb } from '@animal-store/testkit/mongodb';
import { MongoClient } from 'mongodb';
import { expect, it, type TestContext } from 'vitest';
import { classify } from '../src/errors.ts';
import { insertTogether } from '../src/insert-together.ts';
import { idempotency, newPet, open } from './store.ts';

interface Numbered {
  readonly _id: number;
  readonly mark?: string;
}

const duplicate = { name: 'MongoServerError', code: 11000, keyPattern: { _id: 1 } };
const invalid = { name: 'MongoServerError', code: 121, message: 'Document failed validation' };

describeOnMongodb('Inserts of one turn', (database) => {
  let collections = 0;

  /** A new collection, whose validator refuses a document with a mark. */
  const setUp = async ({ onTestFinished }: TestContext, w: 2 | 'majority' = 'majority') => {
    const client = new MongoClient(database.uri, { monitorCommands: true });
    onTestFinished(() => client.close());
    const sizes: number[] = [];
    client.on('commandStarted', ({ command }) => void (command['insert'] && sizes.push(command['documents'].length)));
    const name = `numbers-${collections++}`;
    await client.db(database.name).createCollection(name, { validator: { mark: { $exists: false } } });
    const of = (collection: string) =>
      client.db(database.name).collection<Numbered>(collection, { writeConcern: { w }, promoteLongs: false });
    const insert = async (documents: readonly Numbered[], into = name): Promise<readonly unknown[]> =>
      (await Promise.allSettled(documents.map(insertTogether(of(into))))).map((outcome) =>
        outcome.status === 'rejected' ? outcome.reason : 'stored',
      );
    const stored = async () =>
      (
        await of(name)
          .find({}, { sort: { _id: 1 } })
          .toArray()
      ).map(({ _id }) => _id);
    return { insert, stored, sizes };
  };

  it('are stored or refused each for itself', async (test) => {
    const { insert, stored } = await setUp(test);
    expect(await insert([{ _id: 2 }])).toEqual(['stored']);
    const outcomes = await insert([{ _id: 1 }, { _id: 2 }, { _id: 3, mark: 'x' }, { _id: 4 }, { _id: 4 }]);
    expect(outcomes).toMatchObject(['stored', duplicate, invalid, 'stored', duplicate]);
    expect(await stored()).toEqual([1, 2, 4]);
  });

  it('are commands of at most 100 documents', async (test) => {
    const { insert, stored, sizes } = await setUp(test);
    const many = Array.from({ length: 201 }, (_, index) => ({ _id: index + 1 }));
    expect(await insert(many)).toEqual(Array(201).fill('stored'));
    // They run at once, so any can come first.
    expect(sizes.toSorted((a, b) => b - a)).toEqual([100, 100, 1]);
    expect(await stored()).toEqual(many.map(({ _id }) => _id));
  });

  it('are unavailable without a majority', async (test) => {
    const { insert, stored } = await setUp(test, 2);
    const outcomes = await insert([{ _id: 1 }, { _id: 2, mark: 'x' }, { _id: 3 }]);
    expect(outcomes).toMatchObject(Array(3).fill({ code: 100 }));
    expect(outcomes.map((error) => classify(error).kind)).toEqual(Array(3).fill('outage'));
    expect(await stored()).toEqual([1, 3]);
  });

  it('all get the error of their command, without the documents', async (test) => {
    const { insert } = await setUp(test);
    const outcomes = await insert([{ _id: 1 }, { _id: 2 }], 'system.profile');
    expect(outcomes).toMatchObject(Array(2).fill({ name: 'MongoServerError', code: 73 }));
    expect(JSON.stringify(outcomes)).not.toContain('_id');
  });

  it('are one command for all animals, and one for all records of their creations', async () => {
    const inserts: unknown[] = [];
    const { pets } = await open(database.uri, {
      onCommand: ({ command: { insert, documents } }) => void (insert && inserts.push([insert, documents.length])),
    });
    const rex = newPet({ name: 'Rex', categoryId: 1n });
    // Together within one block of ids, so that none waits for the next block.
    await Promise.all(Array.from({ length: 64 }, () => pets.add(rex)()));
    await Promise.all(Array.from({ length: 30 }, (_, index) => pets.add(rex, idempotency(`${index}`))()));
    expect(inserts).toEqual([
      ['pets', 64],
      ['creations', 30],
      ['pets', 30],
    ]);
  });
});
