import { either as E, type taskEither as TE } from 'fp-ts';
import { type RepositoryUnavailable, repositoryUnavailable } from '../errors.ts';

/** Runs a task when it is its turn. */
export type Gate = <E, A>(task: TE.TaskEither<E, A>) => TE.TaskEither<E | RepositoryUnavailable, A>;

/** Makes a gate: at most `running` tasks run at once, at most `waiting` more wait in order, and others are refused. */
export const limitConcurrency = (running: number, waiting: number): Gate => {
  let free = running;
  const queue: (() => void)[] = [];
  const enter = (): Promise<void> => new Promise((resolve) => queue.push(resolve));
  const leave = (): void => {
    const next = queue.shift();
    if (next === undefined) free++;
    else next();
  };
  return (task) => async () => {
    if (free > 0) free--;
    else if (queue.length < waiting) await enter();
    else return E.left(repositoryUnavailable(`${waiting} lookups are waiting already`));
    try {
      return await task();
    } finally {
      leave();
    }
  };
};
