import { ApiKey, type ApiKeyRepository, apiKeyTaken, revokeFrom, useAt } from '@animal-store/access';
import { either as E, option as O } from 'fp-ts';

/** The plainest repository that keeps every law. The faults are made from it. */
export const createCorrectApiKeyRepository = (): ApiKeyRepository => {
  const keys: ApiKey[] = [];
  const read = (matches: (key: ApiKey) => boolean): E.Either<never, O.Option<ApiKey>> =>
    E.right(O.map(ApiKey.encode)(O.fromNullable(keys.find(matches))));
  return {
    add: (apiKey) => async () => {
      if (keys.some(({ id, digest }) => id === apiKey.id || digest === apiKey.digest)) return E.left(apiKeyTaken);
      keys.push(ApiKey.encode(apiKey));
      return E.right(undefined);
    },
    list: () => async () =>
      E.right(keys.map(ApiKey.encode).sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))),
    find: (id) => async () => read((key) => key.id === id),
    findByDigest: (digest) => async () => read((key) => key.digest === digest),
    revoke: (id, from) => async () => {
      const index = keys.findIndex((key) => key.id === id);
      const key = keys[index];
      if (key !== undefined) keys[index] = revokeFrom(from)(key);
      return read((one) => one.id === id);
    },
    recordUse: (id, at) => async () => {
      for (const [index, key] of keys.entries()) if (key.id === id) keys[index] = useAt(at)(key);
      return E.right(undefined);
    },
  };
};
