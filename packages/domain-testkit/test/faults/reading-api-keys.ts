import { type ApiKey, type ApiKeyRepository, isReadable, type StoredApiKey } from '@animal-store/access';
import type { RepositoryUnavailable } from '@animal-store/domain';
import { option as O, taskEither as TE } from 'fp-ts';

/** Lists the API keys; none of those that the laws add is unreadable. */
export const listReadable = (apiKeys: ApiKeyRepository): TE.TaskEither<RepositoryUnavailable, readonly ApiKey[]> =>
  TE.map((found: readonly StoredApiKey[]) => found.filter(isReadable))(apiKeys.list());

/** Changes an API key that can be read. */
export const ifReadable =
  (change: (apiKey: ApiKey) => ApiKey) =>
  (key: StoredApiKey): StoredApiKey =>
    isReadable(key) ? change(key) : key;

/** Changes every API key that a repository returns. */
export const readingApiKeys =
  (change: (apiKey: ApiKey) => ApiKey) =>
  (apiKeys: ApiKeyRepository): ApiKeyRepository => ({
    ...apiKeys,
    list: () => TE.map((found: readonly ApiKey[]) => found.map(change))(listReadable(apiKeys)),
    find: (id) => TE.map(O.map(ifReadable(change)))(apiKeys.find(id)),
    findByDigest: (digest) => TE.map(O.map(change))(apiKeys.findByDigest(digest)),
    revoke: (id, from) => TE.map(O.map(ifReadable(change)))(apiKeys.revoke(id, from)),
  });
