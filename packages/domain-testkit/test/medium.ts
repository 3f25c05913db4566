import type { ApiKey } from '@animal-store/access';
import { type Pet, type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import type { DurableFixture, FailingHandle, Failure } from '../src/index.ts';
import { pause } from './fault.ts';

/** Everything that outlives a handle: in reality on a disk or in a server. */
export interface Data {
  readonly lastId: bigint;
  readonly pets: readonly Pet[];
  readonly records: ReadonlyMap<string, Pet>;
  readonly apiKeys: readonly ApiKey[];
}

export const noData: Data = { lastId: 0n, pets: [], records: new Map(), apiKeys: [] };

/** A change of all data at once, and what it returns. */
export type Change<A> = (data: Data) => readonly [Data, A];

/** What a repository does with the data while its handle is open. Both throw when they cannot. */
export interface Session {
  readonly read: () => Data;
  /** Changes the data atomically. */
  readonly commit: <A>(change: Change<A>) => A;
  /** The same for all handles of one process. */
  readonly process: object;
  /** Whether the handle was closed or its process killed. */
  readonly isOver: () => boolean;
}

/** A repository on a session. */
export type Build<R> = (session: Session) => R;

/** A session whose handle is never closed, on data of its own. */
export const createSession = (): Session => {
  let data = noData;
  return {
    read: () => data,
    commit: (change) => {
      const [changed, result] = change(data);
      data = changed;
      return result;
    },
    process: {},
    isOver: () => false,
  };
};

/** Copies the data when it first uses them, and keeps its changes in the copy. It still notices when they are out of reach. */
export const inMemory = (session: Session): Session => {
  let copy: Data | undefined;
  return {
    ...session,
    read: () => {
      const now = session.read();
      copy ??= now;
      return copy;
    },
    commit: (change) =>
      session.commit((data) => {
        const [changed, result] = change(copy ?? data);
        copy = changed;
        return [data, result];
      }),
  };
};

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

type Condition = 'works' | 'commits fail' | 'replies of commits are lost' | 'out of reach' | 'closed' | 'killed';

interface Opened<R> {
  readonly repository: R;
  readonly become: (condition: Condition) => Promise<void>;
}

/** A store in memory, whose data outlive its handles. Its processes are handles that share nothing but the data. */
export const createDurableFixture = <R>(
  build: Build<R>,
): DurableFixture<R> & { readonly change: (change: (data: Data) => Data) => Promise<void> } => {
  let data = noData;
  const thisProcess = {};

  const openIn = (process: object): Opened<R> => {
    let condition: Condition = 'works';
    const fail = (...conditions: readonly Condition[]): void => {
      if (conditions.includes(condition)) throw new Error(condition);
    };
    const repository = build({
      read: () => {
        fail('out of reach', 'closed', 'killed');
        return data;
      },
      commit: (change) => {
        fail('commits fail', 'out of reach', 'closed', 'killed');
        const [changed, result] = change(data);
        data = changed;
        fail('replies of commits are lost');
        return result;
      },
      process,
      isOver: () => condition === 'closed' || condition === 'killed',
    });
    return {
      repository,
      become: async (next) => {
        condition = next;
        await pause();
      },
    };
  };

  const failing = (name: Condition): Failure<R> => ({
    name,
    recoversWithinMS: 0,
    open: async (): Promise<FailingHandle<R>> => {
      const { repository, become } = openIn(thisProcess);
      return {
        repository,
        begin: () => become(name),
        end: () => become('works'),
        close: () => become('closed'),
      };
    },
  });

  return {
    open: async () => {
      const { repository, become } = openIn(thisProcess);
      return { repository, close: () => become('closed') };
    },
    startProcess: async () => {
      const { repository, become } = openIn({});
      // A signal takes a moment, in which more is done.
      return { repository, kill: () => pause().then(() => become('killed')) };
    },
    failedCommits: [failing('commits fail'), failing('replies of commits are lost')],
    outages: [failing('out of reach')],
    change: async (change) => {
      data = change(data);
    },
  };
};
