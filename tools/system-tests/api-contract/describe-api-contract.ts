import { readdirSync } from 'node:fs';
import type { ContractApi, RunningApi } from '@animal-store/testkit/http';
import { afterAll, beforeAll, describe } from 'vitest';
import { createContractApi } from '../checked.ts';

type Topic = (api: ContractApi) => void;

/**
 * The topics that depend on the store. Each file exports one. The laws of `domain-testkit`, which every adapter obeys,
 * check that a store returns names, integers and keys unchanged; the tests of the HTTP adapter check all that does not
 * depend on the store.
 */
const folder = new URL('topics/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
const topics = modules.flatMap((exported) => Object.values<Topic>(exported));

/**
 * Registers the contract of the HTTP API: the promises to clients, with any store. The service has to run without
 * `BASE_URL`. Its store may contain animals, but no other client may add to it meanwhile.
 */
export const describeApiContract = (name: string, start: () => Promise<RunningApi>): void => {
  describe(`API contract: ${name}`, () => {
    let running: RunningApi;
    const api = createContractApi(() => running);

    beforeAll(async () => {
      running = await start();
    }, 60_000);

    afterAll(async () => {
      api.close();
      await running?.stop();
    });

    for (const describeTopic of topics) describeTopic(api);
  });
};
