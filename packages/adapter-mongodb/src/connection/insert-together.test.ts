import { type BulkWriteResult, type Collection, MongoBulkWriteError, MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { createSessionPool } from './fast-path.ts';
import { createInsert } from './insert-together.ts';

interface Named {
  readonly _id: number;
  readonly name?: string;
}

const kibibytes = (count: number): string => 'n'.repeat(count * 1024);

/** Shows the commands that a collection would send, each as the `_id`s of its documents, and replies to those of several. */
const setUp = (reply: () => Promise<void> = () => Promise.resolve()) => {
  const alone: number[] = [];
  const together: (readonly number[])[] = [];
  const collection = {
    insertOne: async ({ _id }: Named) => void alone.push(_id),
    insertMany: (documents: readonly Named[]) => {
      together.push(documents.map(({ _id }) => _id));
      return reply();
    },
  };
  const withSession = createSessionPool(new MongoClient('mongodb://localhost'));
  return { alone, together, insert: createInsert(collection as unknown as Collection<Named>, withSession) };
};

const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, index) => index + 1);

it('sends at most 100 documents in one command', async () => {
  const { alone, together, insert } = setUp();
  await Promise.all(upTo(201).map((_id) => insert({ _id })));
  expect({ alone, together }).toEqual({ alone: [201], together: [upTo(100), upTo(200).slice(100)] });
});

it('sends at most 1 MiB in one command, and a larger document alone', async () => {
  const { alone, together, insert } = setUp();
  const sizes = [500, 500, 500, 500, 2000, 500];
  await Promise.all(sizes.map((size, _id) => insert({ _id, name: kibibytes(size) })));
  expect({ alone, together }).toEqual({
    alone: [4, 5],
    together: [
      [0, 1],
      [2, 3],
    ],
  });
});

it('never takes a document for stored whose outcome the server does not report', async () => {
  const refusals = [{ index: 1, code: 121, errmsg: 'no' }];
  const result = {
    insertedCount: 1,
    getWriteErrors: () => refusals,
    getWriteErrorCount: () => refusals.length,
    getWriteConcernError: () => undefined,
  };
  const error = new MongoBulkWriteError({ message: 'no', code: 121 }, result as unknown as BulkWriteResult);
  const { insert } = setUp(() => Promise.reject(error));
  const unknown = { status: 'rejected', reason: { name: 'MongoUnexpectedServerResponseError' } };
  expect(await Promise.allSettled(upTo(3).map((_id) => insert({ _id })))).toMatchObject([
    unknown,
    { status: 'rejected', reason: { name: 'MongoServerError', code: 121 } },
    unknown,
  ]);
});
