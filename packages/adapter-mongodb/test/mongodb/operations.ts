import type { PetRepository } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import type { MongoStore } from '../../src/index.ts';
import { digest, newPet, petId } from './samples.ts';

type Task = TE.TaskEither<{ readonly _tag: string }, unknown>;

export interface OperationOutcome {
  readonly operation: string;
  /** `completed`, or the tag of the failure. */
  readonly outcome: string;
}

const run = async (operation: string, task: Task): Promise<OperationOutcome> => {
  const result = await task();
  return { operation, outcome: E.isRight(result) ? 'completed' : result.left._tag };
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
