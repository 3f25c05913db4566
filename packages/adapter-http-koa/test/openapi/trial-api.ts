import type { Instant } from '@animal-store/access';
import { createHttpApi, createHttpServer, type RateLimit } from '../../src/index.ts';
import { credential, fakePorts, knowsOneKey, unavailable } from '../fake-ports.ts';
import { noReports } from '../no-reports.ts';

/**
 * The condition of the API under test: working, without its store, with a bug, or after the removal of the old
 * operation.
 */
export type Condition = 'well' | 'unavailable' | 'broken' | 'after the removal';

export interface TrialApi {
  readonly port: number;
  readonly authorization: string;
  readonly during: <A>(condition: Condition, run: () => Promise<A>) => Promise<A>;
  readonly stop: () => Promise<void>;
}

/** Starts an API that waits `headersTimeout` milliseconds for the headers of a request. */
export const startTrialApi = async (headersTimeout: number, rateLimit?: RateLimit): Promise<TrialApi> => {
  let condition: Condition = 'well';
  const ports = fakePorts(() => undefined, {
    authenticate: (sent) => {
      if (condition === 'broken') throw new Error('a bug');
      return condition === 'unavailable' ? unavailable : knowsOneKey(sent);
    },
    clock: { now: () => Date.parse(condition === 'after the removal' ? '2030-12-05' : '2026-01-01') as Instant },
  });
  const listener = createHttpApi(ports, { base: '/v1', getPetAfterSunset: 'gone', rateLimit });
  const server = createHttpServer(listener, noReports, {
    headersTimeout,
    requestTimeout: headersTimeout,
    connectionsCheckingInterval: 50,
  });
  const { port } = await server.listen(0, '127.0.0.1');
  return {
    port,
    authorization: `Bearer ${credential}`,
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
