import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, type task as T, type taskEither as TE } from 'fp-ts';
import type { IsOver, PostgresPool } from './open-pool.ts';
import { isLost, isOutage, unavailable } from './postgres-error.ts';

/** What is done with the connections to a server. */
type Operation<A> = (pool: PostgresPool, isOver: IsOver) => Promise<A>;

/** Makes the task of a port from an operation. */
export type RunOperation = <A>(operation: Operation<A>) => TE.TaskEither<RepositoryUnavailable, A>;

/**
 * Creates a `RunOperation` with a time limit, after which nothing of the operation begins. A statement that runs goes on,
 * and its outcome is unknown. An outage, or a pool that cannot be opened, is a `RepositoryUnavailable`; any other error
 * is thrown. All operations use one pool: it is opened by the first one that needs it, and again after a lost connection.
 */
export const createRunOperation = (
  open: () => Promise<PostgresPool>,
  operationTimeoutMS: number,
): { readonly run: RunOperation; readonly close: T.Task<void> } => {
  let current: PostgresPool | undefined;
  let opening: Promise<PostgresPool> | undefined;
  let isClosed = false;

  const openCurrent = async (): Promise<PostgresPool> => {
    try {
      current = await open();
      if (isClosed) await current.close();
      return current;
    } finally {
      opening = undefined;
    }
  };

  const run: RunOperation =
    <A>(operation: Operation<A>) =>
    () =>
      new Promise<E.Either<RepositoryUnavailable, A>>((resolve, reject) => {
        let hasEnded = false;
        const end = (outcome: E.Either<RepositoryUnavailable, A>): void => {
          hasEnded = true;
          clearTimeout(timer);
          resolve(outcome);
        };
        const fail = (cause: unknown): void => end(E.left(repositoryUnavailable(cause)));
        const late = (): void => fail(unavailable(`PostgreSQL did not respond within ${operationTimeoutMS} ms`));
        const timer = setTimeout(late, operationTimeoutMS);
        const start = (pool: PostgresPool): Promise<void> | undefined => {
          if (hasEnded) return undefined;
          return operation(pool, () => hasEnded).then(
            (value) => end(E.right(value)),
            (error: unknown) => {
              if (isLost(error)) {
                if (current === pool) current = undefined;
                pool.leave();
              }
              if (isOutage(error)) return fail(error);
              clearTimeout(timer);
              reject(error);
            },
          );
        };
        if (isClosed) return fail(unavailable('The store is closed'));
        if (current !== undefined) return start(current);
        opening ??= openCurrent();
        opening.then(start, fail);
      });

  const close = async (): Promise<void> => {
    isClosed = true;
    await current?.close();
  };

  return { run, close };
};
