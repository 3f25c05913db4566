import { type AccessPorts, ApiKeyLabel, issueApiKey } from '@animal-store/access';
import { nodeKeyMaterial, systemClock } from '@animal-store/access/node';
import { createMemoryApiKeyRepository } from '@animal-store/adapter-memory';
import { either as E, function as F, taskEither as TE } from 'fp-ts';

/** API keys in memory, and a first one. */
export const createAccess = async (): Promise<{ readonly access: AccessPorts; readonly apiKey: string }> => {
  const access = { apiKeys: createMemoryApiKeyRepository(), clock: systemClock, keyMaterial: nodeKeyMaterial };
  const issued = await F.pipe(
    TE.fromEither(ApiKeyLabel.decode('example')),
    TE.chainW((label) => issueApiKey(access)({ label })),
  )();
  if (E.isLeft(issued)) throw new Error('No API key could be issued');
  return { access, apiKey: issued.right.token };
};
