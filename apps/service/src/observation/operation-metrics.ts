import { either as E, type taskEither as TE } from 'fp-ts';
import type { Registry } from 'prom-client';
import { createHistogram, type Series } from './create-histogram.ts';
import { neverThrow } from './never-throw.ts';

/**
 * Measures an operation of a store; its outcome is `completed`, `unavailable` or, after a bug, `failed`. The command events
 * of the MongoDB driver are not used, because they take 10 to 28 % more CPU time.
 */
export type TimeOperation = (
  operation: string,
) => <L extends { readonly _tag: string }, A>(task: TE.TaskEither<L, A>) => TE.TaskEither<L, A>;

type Outcome = 'completed' | 'unavailable' | 'failed';

const outcomeOf = (result: E.Either<{ readonly _tag: string }, unknown>): Outcome =>
  E.isLeft(result) && result.left._tag === 'RepositoryUnavailable' ? 'unavailable' : 'completed';

const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Adds the metric of store operations. */
export const createOperationMetrics = (register: Registry, onFailure: (error: unknown) => void): TimeOperation => {
  const newSeries = createHistogram({
    name: 'db_client_operation_duration_seconds',
    help: 'Duration of operations on the store, including the wait for a connection or a lock',
    buckets: durationBuckets,
    register,
  });

  const observeDuration = neverThrow(
    ([series, begin]: readonly [Series, number]) => series.observe((performance.now() - begin) / 1000),
    onFailure,
  );

  const seriesOf = (operation: string): Readonly<Record<Outcome, Series>> => ({
    completed: newSeries({ operation, outcome: 'completed' }),
    unavailable: newSeries({ operation, outcome: 'unavailable' }),
    failed: newSeries({ operation, outcome: 'failed' }),
  });

  return (operation) => {
    const series = seriesOf(operation);
    // Not awaited, because another promise would take 0.2 µs.
    return (task) => () => {
      const begin = performance.now();
      const running = task();
      running.then(
        (result) => observeDuration([series[outcomeOf(result)], begin]),
        () => observeDuration([series.failed, begin]),
      );
      return running;
    };
  };
};
