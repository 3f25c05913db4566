import { EventEmitter, once } from 'node:events';
import type { ApiKey, Authenticate, Instant } from '@animal-store/access';
import { createMemoryPetRepository } from '@animal-store/adapter-memory';
import {
  type AnimalStore,
  createAnimalStore,
  type RepositoryUnavailable,
  repositoryUnavailable,
} from '@animal-store/domain';
import { record as R, taskEither as TE } from 'fp-ts';
import type { HttpPorts, RequestReport } from '../src/index.ts';

/** The key that the fakes accept, with its owner. */
export const credential = 'key.of-the-tests';
export const apiKey = { id: 'abcdefgh', label: 'tests', digest: '0'.repeat(64), created: 0 } as unknown as ApiKey;

export const knowsOneKey: Authenticate = (sent) =>
  sent === credential ? TE.right(apiKey) : TE.left({ _tag: 'Unauthenticated', reason: 'unknown' });

export const clockAt = (time: string): HttpPorts['clock'] => ({ now: () => Date.parse(time) as Instant });

/** The failure of an unreachable store. No response may contain a word of the cause. */
export const cause: Error = new Error('connect ECONNREFUSED mongodb://secret@hidden-host');
export const unavailable: TE.TaskEither<RepositoryUnavailable, never> = TE.left(repositoryUnavailable(cause));

/** Holds back its callers until it is opened. */
export const createGate = () => {
  const opened = Promise.withResolvers<void>();
  const calls = new EventEmitter();
  let count = 0;
  return {
    open: opened.resolve,
    hold:
      <E, A>(task: TE.TaskEither<E, A>): TE.TaskEither<E, A> =>
      async () => {
        count += 1;
        calls.emit('call');
        await opened.promise;
        return task();
      },
    /** Resolves when it holds the nth caller. */
    held: async (times = 1): Promise<void> => {
      while (count < times) await once(calls, 'call');
    },
  };
};

/** An empty store with some other operations. */
export const storeWith = (operations: Partial<AnimalStore>): AnimalStore => ({
  ...createAnimalStore({ pets: createMemoryPetRepository() }),
  ...operations,
});

/** A store whose operations all do this. */
export const storeOf = (operation: () => TE.TaskEither<RepositoryUnavailable, never>): AnimalStore =>
  R.map(() => operation)<keyof AnimalStore>(storeWith({}));

/** Ports of a healthy service with an empty store; each may be replaced. */
export const fakePorts = (report: (request: RequestReport) => void, ports: Partial<HttpPorts>): HttpPorts => ({
  store: storeWith({}),
  authenticate: knowsOneKey,
  clock: clockAt('2026-07-01T12:00:00Z'),
  isReady: () => Promise.resolve(true),
  report,
  ...ports,
});
