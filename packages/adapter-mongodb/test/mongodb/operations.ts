import { either as E, type taskEither as TE } from 'fp-ts';
import type { MongoStore } from '../../src/index.ts';
import { digest, newPet, petId } from './samples.ts';

/** The outcome of an operation, and its duration in milliseconds. */
export interface OperationOutcome {
  readonly operation: string;
  /** `completed`, or the tag of the failure. */
  readonly outcome: string;
  readonly milliseconds: number;
}

/** The longest that an operation may take: the limit of the adapter, and half a second for a busy machine. */
export const timeBound = 5000;

const run = async (
  operation: string,
  task: TE.TaskEither<{ readonly _tag: string }, unknown>,
): Promise<OperationOutcome> => {
  const start = performance.now();
  const result = await task();
  return {
    operation,
    outcome: E.isRight(result) ? 'completed' : result.left._tag,
    milliseconds: Math.round(performance.now() - start),
  };
};

const read = ({ pets, apiKeys }: MongoStore): readonly Promise<OperationOutcome>[] => [
  run('list', pets.list({ limit: 21 })),
  run('find', pets.find(petId(1n))),
  run('findByDigest', apiKeys.findByDigest(digest('0'.repeat(64)))),
];

/** Runs every kind of operation at the same time, and adds two animals, which are one command. */
export const runAll = (store: MongoStore): Promise<readonly OperationOutcome[]> =>
  Promise.all([
    ...read(store),
    ...['One', 'Other'].map((name) => run('add', store.pets.add(newPet({ name, categoryId: 1n })))),
  ]);

/** Repeats all reads until `enough` returns true. */
export const keepReading = async (store: MongoStore, enough: () => boolean): Promise<readonly OperationOutcome[]> => {
  const outcomes: OperationOutcome[] = [];
  while (!enough()) outcomes.push(...(await Promise.all(read(store))));
  return outcomes;
};
