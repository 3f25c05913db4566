import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import type { KeptSession } from './keep-session.ts';
import type { Attempt, PostgresPool } from './open-pool.ts';
import { isLost, isOutage, unavailable } from './postgres-error.ts';

/** Makes the task of a port from what is done with a session. */
export type RunOperation = <A>(
  operation: (pool: PostgresPool, attempt: Attempt) => Promise<A>,
) => TE.TaskEither<RepositoryUnavailable, A>;

/**
 * Creates a `RunOperation` with a time limit, after which nothing of the operation begins. A statement that runs goes on,
 * and its outcome is unknown. An outage, or a session that cannot be opened, is a `RepositoryUnavailable`; any other error
 * is thrown. After a lost connection the next operation looks for the server again.
 */
export const createRunOperation =
  (session: KeptSession, operationTimeoutMS: number): RunOperation =>
  <A>(operation: (pool: PostgresPool, attempt: Attempt) => Promise<A>) =>
  () =>
    new Promise<E.Either<RepositoryUnavailable, A>>((resolve, reject) => {
      let isOver = false;
      const fail = (cause: unknown): void => {
        isOver = true;
        clearTimeout(timer);
        resolve(E.left(repositoryUnavailable(cause)));
      };
      const late = (): void => fail(unavailable(`PostgreSQL did not respond within ${operationTimeoutMS} ms`));
      const timer = setTimeout(late, operationTimeoutMS);
      const start = (pool: PostgresPool): Promise<void> | undefined => {
        if (isOver) return undefined;
        return operation(pool, { isOver: () => isOver }).then(
          (value) => {
            clearTimeout(timer);
            resolve(E.right(value));
          },
          (error: unknown) => {
            if (isLost(error)) session.forget(pool);
            if (isOutage(error)) return fail(error);
            clearTimeout(timer);
            reject(error);
          },
        );
      };
      session.current().then(start, fail);
    });
