import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { either as E, type taskEither as TE } from 'fp-ts';
import { messageOf } from './law.ts';

/** A failure with its cause in one line, because the error of a driver has many fields, and no law compares it. */
const withShortCause = (failure: unknown): unknown =>
  typeof failure === 'object' && failure !== null && 'cause' in failure
    ? { ...failure, cause: messageOf(failure.cause).split('\n', 1)[0] }
    : failure;

const inWords = (failure: unknown): string => inspect(withShortCause(failure));

/** An outcome to compare, to show, and to send to another process. */
export const shown: (outcome: E.Either<unknown, unknown>) => E.Either<unknown, unknown> = E.mapLeft(withShortCause);

/** Runs a TaskEither that must succeed, and returns its value. */
export const succeed = async <L, A>(task: TE.TaskEither<L, A>): Promise<A> => {
  const outcome = await task();
  return E.isRight(outcome)
    ? outcome.right
    : assert.fail(`expected a success, saw the failure ${inWords(outcome.left)}`);
};

/** Runs a TaskEither that must succeed, and checks its value. */
export const succeedWith = async <L, A>(task: TE.TaskEither<L, A>, expected: unknown): Promise<void> => {
  assert.deepEqual(await succeed(task), expected);
};

/** Runs a TaskEither that must fail, and checks its failure. */
export const failWith = async <L, A>(task: TE.TaskEither<L, A>, expected: L): Promise<void> => {
  assert.deepEqual(shown(await task()), E.left(expected));
};

/** The outcome of an operation, which is named after its method. */
export interface Tried {
  readonly operation: string;
  readonly outcome: E.Either<{ readonly _tag: string }, unknown>;
}

/** Checks that every outcome is `RepositoryUnavailable`, whatever its cause. */
export const assertUnavailable = (tried: readonly Tried[]): void => {
  for (const { operation, outcome } of tried) {
    if (E.isRight(outcome))
      assert.fail(
        `expected RepositoryUnavailable of ${operation}, saw a success: the operation hides the failure, or \`begin\` of the ` +
          `failure does nothing: ${inspect(outcome.right)}`,
      );
    if (outcome.left._tag !== 'RepositoryUnavailable')
      assert.fail(`expected RepositoryUnavailable of ${operation}, saw the failure ${inWords(outcome.left)}`);
  }
};

const retryAfterMS = 20;

/** Repeats an attempt until it succeeds, at least once and for at most `withinMS` milliseconds. */
export const eventually = async (withinMS: number, what: string, attempt: () => Promise<boolean>): Promise<void> => {
  const until = performance.now() + withinMS;
  while (!(await attempt())) {
    assert.ok(performance.now() < until, `expected that within ${withinMS} ms ${what}`);
    await new Promise((resolve) => setTimeout(resolve, retryAfterMS));
  }
};
