import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';

/**
 * Gives a question to a store so many milliseconds. After them it is answered with `RepositoryUnavailable`; what it
 * comes to later is nobody's concern.
 */
export const limitTime =
  (milliseconds: number) =>
  <E, A>(question: TE.TaskEither<E, A>): TE.TaskEither<E | RepositoryUnavailable, A> =>
  () =>
    new Promise((resolve, reject) => {
      const late = (): void => resolve(E.left(repositoryUnavailable(new Error(`No answer within ${milliseconds} ms`))));
      const timer = setTimeout(late, milliseconds);
      question()
        .finally(() => clearTimeout(timer))
        .then(resolve, reject);
    });
