import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import { pause } from '../fault.ts';

/** The task of an operation that throws when the data are out of reach. Others take their turn before it. */
export const attempt =
  <L, A>(operation: () => E.Either<L, A> | Promise<E.Either<L, A>>): TE.TaskEither<L | RepositoryUnavailable, A> =>
  async () => {
    await pause();
    try {
      return await operation();
    } catch (error) {
      return E.left(repositoryUnavailable(error));
    }
  };
