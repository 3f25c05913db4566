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

/** Runs every operation on animals, and one on API keys, at the same time. Two additions are one command. */
export const runAll = ({ pets, apiKeys }: MongoStore): Promise<readonly OperationOutcome[]> => {
  const add = pets.add(newPet({ name: 'One', categoryId: 1n }));
  const onPets: Readonly<Record<keyof PetRepository, Task>> = {
    list: pets.list({ limit: 21 }),
    find: pets.find(petId(1n)),
    add,
  };
  const tasks = { ...onPets, findByDigest: apiKeys.findByDigest(digest('0'.repeat(64))) };
  return Promise.all([...Object.entries(tasks), ['add', add] as const].map(([name, task]) => run(name, task)));
};
