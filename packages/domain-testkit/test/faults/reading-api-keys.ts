import type { ApiKey, ApiKeyRepository } from '@animal-store/domain';
import { option as O, taskEither as TE } from 'fp-ts';

/** Changes every API key that a repository gives. */
export const readingApiKeys =
  (change: (apiKey: ApiKey) => ApiKey) =>
  (apiKeys: ApiKeyRepository): ApiKeyRepository => ({
    add: apiKeys.add,
    list: () => TE.map((found: readonly ApiKey[]) => found.map(change))(apiKeys.list()),
    find: (id) => TE.map(O.map(change))(apiKeys.find(id)),
    findByDigest: (digest) => TE.map(O.map(change))(apiKeys.findByDigest(digest)),
    revoke: (id, from) => TE.map(O.map(change))(apiKeys.revoke(id, from)),
  });
