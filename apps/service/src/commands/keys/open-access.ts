import { nodeKeyMaterial, systemClock } from '@animal-store/adapter-node';
import { function as F, taskEither as TE } from 'fp-ts';
import { storeConfiguration } from '../../configuration/store-configuration.ts';
import { openStores } from '../../stores.ts';
import type { OpenAccess } from './keys-command.ts';

/** Opens the keys in the store that the environment names. */
export const openAccess = (environment: NodeJS.ProcessEnv): TE.TaskEither<string, OpenAccess> =>
  F.pipe(
    TE.fromEither(storeConfiguration(environment, 'the keys are in that store. In memory, API_KEY is the only one')),
    TE.chain((configuration) => openStores(configuration)),
    TE.map(({ title, apiKeys, close }) => ({
      title,
      ports: { apiKeys, clock: systemClock, keyMaterial: nodeKeyMaterial },
      close,
    })),
  );
