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

/** Runs operations on animals, and one on API keys, at the same time. Two additions are one command. */
export const runAll = ({ pets, apiKeys }: MongoStore): Promise<readonly OperationOutcome[]> => {
  const add = pets.add(newPet({ name: 'One', categoryId: 1n }));
  return Promise.all([
    run('list', pets.list({ limit: 21 })),
    run('find', pets.find(petId(1n))),
    run('add', add),
    run('add', add),
    run('findByDigest', apiKeys.findByDigest(digest('0'.repeat(64)))),
  ]);
};
