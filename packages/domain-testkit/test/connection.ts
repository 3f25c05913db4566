import { repositoryUnavailable } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { changing, pause } from './fault.ts';

type Condition = 'works' | 'requests are lost' | 'replies are lost';

/** How a handle reaches a repository, until the connection fails. */
export interface Connection {
  /** The same repository behind this connection. A request and a reply take a moment, in which more is done. */
  readonly through: <R extends object>(repository: R) => R;
  readonly become: (condition: Condition) => () => Promise<void>;
}

export const connect = (): Connection => {
  let condition: Condition = 'works';
  const lost = () => E.left(repositoryUnavailable(condition));
  return {
    through: changing((operation) => (...input) => async () => {
      await pause();
      if (condition === 'requests are lost') return lost();
      const outcome = await operation(...input)();
      await pause();
      return condition === 'works' ? outcome : lost();
    }),
    become: (next) => async () => {
      // So does a signal.
      await pause();
      condition = next;
    },
  };
};
