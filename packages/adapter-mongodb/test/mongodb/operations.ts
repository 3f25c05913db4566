import type { PetRepository } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import type { MongoStore } from '../../src/index.ts';
import { digest, newPet, petId } from './samples.ts';

type Task = TE.TaskEither<{ readonly _tag: string }, unknown>;

/** The outcome of an operation, and its duration in milliseconds. */
export interface OperationOutcome {
  readonly operation: string;
  /** `completed`, or the tag of the failure. */
  readonly outcome: string;
  readonly milliseconds: number;
}

/** The longest that an operation may take: the limit of the adapter, and half a second for a busy machine. */
export const timeBound = 5000;

const run = async (operation: string, task: Task): Promise<OperationOutcome> => {
  const start = performance.now();
  const result = await task();
  return {
    operation,
    outcome: E.isRight(result) ? 'completed' : result.left._tag,
    milliseconds: Math.round(performance.now() - start),
  };
};

const onPets = ({ pets }: MongoStore): Readonly<Record<keyof PetRepository, Task>> => ({
  list: pets.list({ limit: 21 }),
  find: pets.find(petId(1n)),
  add: pets.add(newPet({ name: 'One', categoryId: 1n })),
});

const reads = (store: MongoStore): Readonly<Record<string, Task>> => {
  const { list, find } = onPets(store);
  return { list, find, findByDigest: store.apiKeys.findByDigest(digest('0'.repeat(64))) };
};

const runEach = (tasks: Readonly<Record<string, Task>>): Promise<readonly OperationOutcome[]> =>
  Promise.all(Object.entries(tasks).map(([operation, task]) => run(operation, task)));

/** Runs every operation on animals, and some on API keys, at the same time. Two additions are one command. */
export const runAll = async (store: MongoStore): Promise<readonly OperationOutcome[]> => {
  const outcomes = [runEach({ ...onPets(store), ...reads(store) }), runEach({ add: onPets(store).add })];
  return (await Promise.all(outcomes)).flat();
};

/** Repeats all reads until `enough` returns true. */
export const keepReading = async (store: MongoStore, enough: () => boolean): Promise<readonly OperationOutcome[]> => {
  const outcomes: OperationOutcome[] = [];
  while (!enough()) outcomes.push(...(await runEach(reads(store))));
  return outcomes;
};
