import type { ApiKey } from '@animal-store/access';
import { type Pet, type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import type { DurableFixture, Failure } from '../src/index.ts';
import { pause } from './fault.ts';

/** Everything that outlives a handle: in reality on a disk or in a server. Its lists and maps are never changed. */
export interface Data {
  lastId: bigint;
  pets: readonly Pet[];
  records: ReadonlyMap<string, Pet>;
  apiKeys: readonly ApiKey[];
}

export const noData: Readonly<Data> = { lastId: 0n, pets: [], records: new Map(), apiKeys: [] };

/** Changes a draft of the data, all of it at once, and returns a result. */
export type Change<A> = (draft: Data) => A;

/** The changed data, and the result of the change. */
export const applied = <A>(data: Readonly<Data>, change: Change<A>): readonly [Readonly<Data>, A] => {
  const draft = { ...data };
  return [draft, change(draft)];
};

/** What a repository does with the data while its handle is open. Both operations throw when they cannot. */
export interface Session {
  readonly read: () => Readonly<Data>;
  /** Changes the data atomically. */
  readonly commit: <A>(change: Change<A>) => A;
  /** Whether the handle was closed or its process killed. */
  readonly isOver: () => boolean;
}

/** A repository on a session. */
export type Build<R> = (session: Session) => R;

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

/** A session whose handle is never closed, on data of its own. */
export const createSession = (): Session => {
  let data = noData;
  return {
    read: () => data,
    commit: (change) => {
      const [changed, result] = applied(data, change);
      data = changed;
      return result;
    },
    isOver: () => false,
  };
};

const failsAt = {
  works: [],
  'commits fail': ['commit'],
  'replies of commits are lost': ['reply'],
  'out of reach': ['read', 'commit'],
  over: ['read', 'commit'],
} as const satisfies Record<string, readonly ('read' | 'commit' | 'reply')[]>;

type Condition = keyof typeof failsAt;

/** A store in memory, whose data outlive its handles. Its processes are handles that share nothing but the data. */
export const createStore = <R>(build: Build<R>) => {
  const { read, commit } = createSession();
  const open = async () => {
    let condition: Condition = 'works';
    const pass = (step: string): void => {
      if (failsAt[condition].some((failing) => failing === step)) throw new Error(condition);
    };
    const become = (next: Condition) => async (): Promise<void> => {
      // A signal takes a moment, in which more is done.
      await pause();
      condition = next;
    };
    const repository = build({
      read: () => {
        pass('read');
        return read();
      },
      commit: (change) => {
        pass('commit');
        const result = commit(change);
        pass('reply');
        return result;
      },
      isOver: () => condition === 'over',
    });
    return { repository, become, close: become('over'), kill: become('over') };
  };
  const failing = (name: Condition): Failure<R> => ({
    name,
    recoversWithinMS: 0,
    open: async () => {
      const { repository, become, close } = await open();
      return { repository, begin: become(name), end: become('works'), close };
    },
  });
  const fixture: DurableFixture<R> = {
    open,
    startProcess: open,
    failedCommits: [failing('commits fail'), failing('replies of commits are lost')],
    outages: [failing('out of reach')],
  };
  return { fixture, change: async (change: Change<void>): Promise<void> => commit(change) };
};
