import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { either as E, type taskEither as TE } from 'fp-ts';

/** Runs a TaskEither that must succeed, and returns its value. */
export const succeed = async <L, A>(task: TE.TaskEither<L, A>): Promise<A> => {
  const outcome = await task();
  return E.isRight(outcome)
    ? outcome.right
    : assert.fail(`expected a success, saw the failure ${inspect(outcome.left)}`);
};

/** Runs a TaskEither that must succeed, and checks its value. */
export const succeedWith = async <L, A>(task: TE.TaskEither<L, A>, expected: NoInfer<A> | undefined): Promise<void> => {
  assert.deepEqual(await succeed(task), expected);
};

/** Runs a TaskEither that must fail, and checks its failure. */
export const failWith = async <L, A>(task: TE.TaskEither<L, A>, expected: L): Promise<void> => {
  assert.deepEqual(await task(), E.left(expected));
};

/** Checks that every outcome is `RepositoryUnavailable`, whatever its cause. */
export const assertUnavailable = (outcomes: readonly E.Either<{ readonly _tag: string }, unknown>[]): void => {
  assert.deepEqual(
    outcomes.map((outcome) => (E.isLeft(outcome) ? outcome.left._tag : outcome)),
    outcomes.map(() => 'RepositoryUnavailable'),
  );
};
