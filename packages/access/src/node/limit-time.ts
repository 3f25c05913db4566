import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';

const lateError = (ms: number): Error => Object.assign(new Error(`no response within ${ms} ms`), { code: 'ETIMEDOUT' });

/**
 * Limits the time of an operation, in milliseconds. An operation that takes longer fails with `RepositoryUnavailable`: it goes
 * on, and its outcome is unknown. The code of the cause is `ETIMEDOUT`.
 */
export const limitTime =
  (ms: number) =>
  <Failure, A>(operation: TE.TaskEither<Failure, A>): TE.TaskEither<Failure | RepositoryUnavailable, A> =>
  async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<E.Either<RepositoryUnavailable, never>>((resolve) => {
      timer = setTimeout(() => resolve(E.left(repositoryUnavailable(lateError(ms)))), ms);
    });
    try {
      return await Promise.race([operation(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
