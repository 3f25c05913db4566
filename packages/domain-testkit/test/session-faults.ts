import { type Faults, pause } from './fault.ts';
import { applied, type Build, noData, type Session } from './store.ts';

/** The laws of each port that catch a mistake which any repository might make. */
export interface Catching {
  readonly forgetting: readonly string[];
  readonly stale: readonly string[];
  readonly overwriting: readonly string[];
  readonly commit: string;
  readonly outage: string;
  readonly close: string;
  readonly kill: string;
}

type Mistake = (session: Session) => Session;

const mistakes: readonly (readonly [name: string, Mistake, (laws: Catching) => readonly string[]])[] = [
  [
    'everything is forgotten when a handle is closed, as by a database in memory',
    (session) => {
      let data = noData;
      return {
        ...session,
        read: () => data,
        commit: (change) => {
          const [changed, result] = applied(data, change);
          data = changed;
          return result;
        },
      };
    },
    ({ forgetting }) => forgetting,
  ],
  [
    'a handle reads a copy that it has made when it first read',
    (session) => {
      let copy: ReturnType<Session['read']> | undefined;
      return {
        ...session,
        read: () => {
          copy ??= session.read();
          return copy;
        },
        commit: (change) => {
          const result = session.commit(change);
          copy = undefined;
          return result;
        },
      };
    },
    ({ stale }) => stale,
  ],
  [
    'a handle writes its own copy back over what others have written since',
    (session) => {
      let copy: ReturnType<Session['read']> | undefined;
      return {
        ...session,
        commit: (change) => {
          copy ??= session.read();
          const [changed, result] = applied(copy, change);
          copy = changed;
          return session.commit((draft) => {
            Object.assign(draft, changed);
            return result;
          });
        },
      };
    },
    ({ overwriting }) => overwriting,
  ],
  [
    'an error of a commit is hidden',
    (session) => ({
      ...session,
      commit: (change) => {
        try {
          return session.commit(change);
        } catch {
          return applied(noData, change)[1];
        }
      },
    }),
    ({ commit }) => [commit],
  ],
  [
    'an outage is taken for an empty store',
    (session) => ({
      ...session,
      read: () => {
        try {
          return session.read();
        } catch {
          return noData;
        }
      },
    }),
    ({ outage, close }) => [outage, close],
  ],
  [
    'a handle that has met an outage fails ever after',
    (session) => {
      let failed = false;
      const once = <A>(operation: () => A): A => {
        if (failed) throw new Error('failed before');
        try {
          return operation();
        } catch (error) {
          failed = true;
          throw error;
        }
      };
      return { ...session, read: () => once(session.read), commit: (change) => once(() => session.commit(change)) };
    },
    ({ outage }) => [outage],
  ],
  [
    'a closed handle goes on with what it remembers',
    (session) => {
      let data = noData;
      const remembering = <A>(operation: () => A, closed: () => A): A => (session.isOver() ? closed() : operation());
      return {
        ...session,
        read: () =>
          remembering(
            () => {
              data = session.read();
              return data;
            },
            () => data,
          ),
        commit: (change) =>
          remembering(
            () => session.commit(change),
            () => applied(data, change)[1],
          ),
      };
    },
    ({ close }) => [close],
  ],
  [
    'a write is acknowledged before it is committed',
    (session) => ({
      ...session,
      commit: (change) => {
        const [, result] = applied(session.read(), change);
        const later = async (): Promise<void> => {
          for (let turn = 0; turn < 5; turn++) await pause();
          if (!session.isOver()) session.commit(change);
        };
        later();
        return result;
      },
    }),
    ({ kill }) => [kill],
  ],
];

/** Copies the data when it first uses them, and keeps its changes in the copy. It still notices when they are out of reach. */
export const inMemory = (session: Session): Session => {
  let copy: ReturnType<Session['read']> | undefined;
  return {
    ...session,
    read: () => {
      const now = session.read();
      copy ??= now;
      return copy;
    },
    commit: (change) =>
      session.commit((draft) => {
        const [changed, result] = applied(copy ?? draft, change);
        copy = changed;
        return result;
      }),
  };
};

/** The mistakes that any repository might make, made in one. */
export const sessionFaults = <R, F>(create: (build: Build<R>) => F, correct: Build<R>, laws: Catching): Faults<F> =>
  Object.fromEntries(
    mistakes.map(([name, breaks, caughtBy]) => [
      name,
      [() => create((session) => correct(breaks(session))), ...caughtBy(laws)],
    ]),
  );
