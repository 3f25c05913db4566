import { function as F, taskEither as TE } from 'fp-ts';
import { mongodbUri } from '../mongodb-uri.ts';
import { nodeKeyMaterial } from '../node-key-material.ts';
import { openMongoStores } from '../stores.ts';
import { systemClock } from '../system-clock.ts';
import type { OpenAccess } from './keys-command.ts';

/** Opens the keys in the MongoDB that the environment names. */
export const openAccess = (environment: NodeJS.ProcessEnv): TE.TaskEither<string, OpenAccess> =>
  F.pipe(
    TE.fromEither(mongodbUri(environment, 'the keys are in MongoDB. In memory, API_KEY is the only one')),
    TE.chain((uri) => openMongoStores(uri)),
    TE.map(({ apiKeys, close }) => ({ ports: { apiKeys, clock: systemClock, keyMaterial: nodeKeyMaterial }, close })),
  );
