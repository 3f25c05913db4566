import type { AddressInfo } from 'node:net';
import { ApiKeyLabel, authenticate, issueApiKey } from '@animal-store/access';
import { createHttpApiMiddleware } from '@animal-store/adapter-http-koa';
import { createMemoryApiKeyRepository, createMemoryPetRepository } from '@animal-store/adapter-memory';
import { nodeKeyMaterial, systemClock } from '@animal-store/access/node';
import { createAnimalStore } from '@animal-store/domain';
import Koa from 'koa';
import type { Address } from './names-of.ts';

export interface RunningAnimalStore extends Address {
  readonly stop: () => void;
}

/** Starts the whole HTTP API in this process, in memory, on a free port. */
export const startAnimalStore = async (): Promise<RunningAnimalStore> => {
  const access = { apiKeys: createMemoryApiKeyRepository(), clock: systemClock, keyMaterial: nodeKeyMaterial };
  const label = 'test';
  const issued = ApiKeyLabel.is(label) ? await issueApiKey(access)({ label })() : undefined;
  if (issued?._tag !== 'Right') throw new Error('no API key could be issued');

  const app = new Koa().use(
    createHttpApiMiddleware(
      {
        store: createAnimalStore({ pets: createMemoryPetRepository() }),
        authenticate: authenticate(access),
        clock: systemClock,
        isReady: async () => true,
      },
      { base: '/v1', getPetAfterSunset: 'gone' },
    ),
  );
  const server = await new Promise<ReturnType<Koa['listen']>>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    apiKey: issued.right.token,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
