// A shortcut for speed. Without it, each creation is a statement and a commit of its own.
import type { RepositoryUnavailable } from '@animal-store/domain';
import DataLoader from 'dataloader';
import { either as E, type taskEither as TE } from 'fp-ts';
import type { PostgresPool } from './pool.ts';
import type { Run } from './run.ts';

/** Makes a function for one item. The items of one turn of the event loop, at most `max`, are performed in one operation. */
export const together = <I, O>(
  run: Run,
  max: number,
  performAll: (pool: PostgresPool, items: readonly I[]) => Promise<readonly O[]>,
): ((item: I) => TE.TaskEither<RepositoryUnavailable, O>) => {
  const loader = new DataLoader<I, E.Either<RepositoryUnavailable, O>>(
    async (items) => {
      const outcome = await run((pool) => performAll(pool, items))();
      return items.map((_, index) => E.map((all: readonly O[]) => all[index] as O)(outcome));
    },
    { cache: false, maxBatchSize: max, batchScheduleFn: setImmediate },
  );
  return (item) => () => loader.load(item);
};
