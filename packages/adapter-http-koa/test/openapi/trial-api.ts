import { hash, randomBytes } from 'node:crypto';
import type { ApiKeyLabel } from '@animal-store/access';
import {
  type ApiKeyDigest,
  authenticate,
  type Clock,
  type Instant,
  issueApiKey,
  type KeyMaterial,
} from '@animal-store/access';
import { createMemoryApiKeyRepository, createMemoryPetRepository } from '@animal-store/adapter-memory';
import { createAnimalStore, repositoryUnavailable } from '@animal-store/domain';
import { either as E, taskEither as TE } from 'fp-ts';
import { createHttpApi, createHttpServer, type RateLimit } from '../../src/index.ts';
import { noReports } from '../no-reports.ts';

/**
 * The condition of the API under test: working, without its store, with a bug, or after the removal of the old
 * operation.
 */
export type Condition = 'well' | 'unavailable' | 'broken' | 'after the removal';

/** An API on the memory adapter behind a real server. */
export interface TrialApi {
  readonly port: number;
  readonly authorization: string;
  /** Runs a function while the API is in a condition. */
  readonly during: <A>(condition: Condition, run: () => Promise<A>) => Promise<A>;
  readonly stop: () => Promise<void>;
}

const keyMaterial: KeyMaterial = {
  randomBytes: (length) => () => randomBytes(length),
  sha256: (token) => hash('sha256', token, 'hex') as ApiKeyDigest,
};

/** Starts an API that waits `headersTimeout` milliseconds for the headers of a request. */
export const startTrialApi = async (headersTimeout: number, rateLimit?: RateLimit): Promise<TrialApi> => {
  let condition: Condition = 'well';
  const clock: Clock = {
    now: () =>
      Date.parse(condition === 'after the removal' ? '2030-12-05T00:00:00Z' : '2026-01-01T00:00:00Z') as Instant,
  };
  const apiKeys = createMemoryApiKeyRepository();
  const access = authenticate({ apiKeys, clock, keyMaterial });

  const listener = createHttpApi(
    {
      store: createAnimalStore({ pets: createMemoryPetRepository() }),
      authenticate: (credential) => {
        if (condition === 'broken') throw new Error('a bug');
        return condition === 'unavailable' ? TE.left(repositoryUnavailable('away')) : access(credential);
      },
      clock,
      isReady: () => Promise.resolve(true),
      report: () => undefined,
    },
    { base: '/v1', getPetAfterSunset: 'gone', rateLimit },
  );
  const server = createHttpServer(listener, noReports, {
    headersTimeout,
    requestTimeout: headersTimeout,
    keepAliveTimeout: headersTimeout,
    connectionsCheckingInterval: 50,
  });

  const issued = await issueApiKey({ apiKeys, clock, keyMaterial })({ label: 'trial' as ApiKeyLabel })();
  if (E.isLeft(issued)) throw new Error(issued.left._tag);
  const { port } = await server.listen(0, '127.0.0.1');
  return {
    port,
    authorization: `Bearer ${issued.right.token}`,
    during: async (wanted, run) => {
      condition = wanted;
      try {
        return await run();
      } finally {
        condition = 'well';
      }
    },
    stop: () => server.stop(0),
  };
};
