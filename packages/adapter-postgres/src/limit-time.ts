import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';

/**
 * Gives an operation a time limit in milliseconds, after which its result is `RepositoryUnavailable`. What was begun goes
 * on, so the outcome of a write is unknown.
 */
export const limitTime =
  (ms: number) =>
  <L, A>(operation: TE.TaskEither<L, A>): TE.TaskEither<L | RepositoryUnavailable, A> =>
  async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<E.Either<RepositoryUnavailable, never>>((resolve) => {
      const error = new Error(`The store did not respond within ${ms} ms`);
      timer = setTimeout(() => resolve(E.left(repositoryUnavailable(error))), ms);
    });
    try {
      return await Promise.race([operation(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
