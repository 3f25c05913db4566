import { readdirSync } from 'node:fs';
import type { ContractApi, RunningApi } from '@animal-store/testkit/http';
import { afterAll, beforeAll, describe } from 'vitest';
import { createContractApi } from '../checked.ts';

type Topic = (api: ContractApi) => void;

/** The topics of a folder. Each file exports one. */
const topicsIn = async (folder: string): Promise<readonly Topic[]> => {
  const url = new URL(folder, import.meta.url);
  const files = readdirSync(url).filter((name) => name.endsWith('.ts'));
  const modules = await Promise.all(files.map((file) => import(new URL(file, url).href)));
  return modules.flatMap((exported) => Object.values<Topic>(exported));
};

/**
 * The topics that depend on the store, so each store is tested with them. The laws of `domain-testkit`, which every
 * adapter obeys, check that a store returns names, integers and keys unchanged.
 */
export const storeTopics: readonly Topic[] = await topicsIn('topics/store/');

const allTopics: readonly Topic[] = [...storeTopics, ...(await topicsIn('topics/'))];

/**
 * Registers the contract of the HTTP API: the promises to clients, with any store. The service has to run without
 * `BASE_URL`. Its store may contain animals, but no other client may add to it meanwhile.
 */
export const describeApiContract = (name: string, start: () => Promise<RunningApi>, topics = allTopics): void => {
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
