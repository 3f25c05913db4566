import { type AccessPorts, escapeInvisible, type Instant } from '@animal-store/access';
import type { RepositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import { reasonOf } from '../../stores/reason-of.ts';

/** The store of the keys, opened for one command. */
export interface OpenAccess {
  /** The name of the store in a message. */
  readonly title: string;
  readonly ports: AccessPorts;
  readonly close: () => Promise<void>;
}

/** Store and output of the commands. The Left of `open` is a message for the operator; only `issue` makes a store. */
export interface KeysSurroundings {
  readonly open: (mustExist: boolean) => Promise<E.Either<string, OpenAccess>>;
  readonly print: (text: string) => void;
  readonly reportFailure: (message: string) => void;
}

interface RunOptions<A> {
  readonly mustExist?: boolean;
  /** Why the command has not done all that it was asked to, although it has a result. */
  readonly problemOf?: (title: string, value: A) => string | undefined;
}

type KeyFailure = RepositoryUnavailable | { readonly _tag: 'ApiKeyNotFound' | 'ApiKeyNotActive' };

const messageOf = (title: string, failure: KeyFailure): string => {
  switch (failure._tag) {
    case 'ApiKeyNotFound':
      return 'no API key has this id; animal-store keys list shows them all';
    case 'ApiKeyNotActive':
      return 'this API key is revoked or expired; issue a new one instead';
    case 'RepositoryUnavailable':
      return `${title} is unavailable: ${reasonOf(failure)}. A change may have been made: check with keys list, then retry`;
  }
};

/** Creates a function that runs a use case on the store, prints its result and closes the store, whatever happens. */
export const createRunner =
  ({ open, print, reportFailure }: KeysSurroundings) =>
  async <A>(
    use: (ports: AccessPorts) => TE.TaskEither<KeyFailure, A>,
    show: (value: A, now: Instant) => string,
    { mustExist = true, problemOf = () => undefined }: RunOptions<A> = {},
  ): Promise<void> => {
    let close = (): Promise<void> => Promise.resolve();
    try {
      const access = await open(mustExist);
      if (E.isLeft(access)) return reportFailure(access.left);
      const { ports, title } = access.right;
      close = access.right.close;
      const outcome = await use(ports)();
      if (E.isLeft(outcome)) reportFailure(messageOf(title, outcome.left));
      else {
        print(show(outcome.right, ports.clock.now()));
        const problem = problemOf(title, outcome.right);
        if (problem !== undefined) reportFailure(problem);
      }
    } catch (error) {
      reportFailure(
        `this failed unexpectedly: ${escapeInvisible(error instanceof Error ? error.message : String(error))}`,
      );
    } finally {
      await close();
    }
  };
