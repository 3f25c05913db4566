import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';

/** Throws once the caller of an operation has its failure. Check it before each write that adds something. */
export type AssertInTime = () => void;

const lateError = (ms: number): Error => Object.assign(new Error(`no response within ${ms} ms`), { code: 'ETIMEDOUT' });

// Node.js takes a longer time as 1 ms.
const longest = 2 ** 31 - 1;

/** Throws a `RangeError` that names an option unless its value is a time limit, 1 to 2^31 − 1 milliseconds. */
export const assertTimeLimit = (name: string, ms: number): void => {
  if (!(ms >= 1)) throw new RangeError(`${name} must be at least 1, not ${ms}`);
  if (ms > longest) throw new RangeError(`${name} must be at most ${longest}, not ${ms}`);
};

/**
 * Limits the time of an operation, in milliseconds. An operation that takes longer fails with `RepositoryUnavailable`: it goes
 * on, as far as it does not check `assertInTime`, and its outcome is unknown. The code of the cause is `ETIMEDOUT`. Throws a
 * `RangeError` unless the limit is 1 to 2^31 − 1.
 */
export const limitTime = (
  ms: number,
): (<Failure, A>(
  operation: (assertInTime: AssertInTime) => Promise<E.Either<Failure, A>>,
) => TE.TaskEither<Failure | RepositoryUnavailable, A>) => {
  assertTimeLimit('the time limit', ms);
  return (operation) => async () => {
    let timer: NodeJS.Timeout | undefined;
    let isLate = false;
    const assertInTime = (): void => {
      if (isLate) throw lateError(ms);
    };
    try {
      return await new Promise((resolve, reject) => {
        timer = setTimeout(() => {
          isLate = true;
          resolve(E.left(repositoryUnavailable(lateError(ms))));
        }, ms);
        operation(assertInTime).then(resolve, reject);
      });
    } finally {
      clearTimeout(timer);
    }
  };
};
