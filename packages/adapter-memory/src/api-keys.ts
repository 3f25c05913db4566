import {
  ApiKey,
  type ApiKeyDigest,
  type ApiKeyId,
  type ApiKeyRepository,
  apiKeyTaken,
  revokeFrom,
  useAt,
} from '@animal-store/access';
import { either as E, option as O, string as S, taskEither as TE } from 'fp-ts';

const inOrderOfCreation = (a: ApiKey, b: ApiKey): number => a.created - b.created || S.Ord.compare(a.id, b.id);

/** Creates an `ApiKeyRepository` in this process. Its keys are lost when the process ends. */
export const createMemoryApiKeyRepository = (): ApiKeyRepository => {
  const byId = new Map<ApiKeyId, ApiKey>();
  const byDigest = new Map<ApiKeyDigest, ApiKey>();

  const keep = (apiKey: ApiKey): ApiKey => {
    byId.set(apiKey.id, apiKey);
    byDigest.set(apiKey.digest, apiKey);
    return apiKey;
  };

  return {
    add: (apiKey) =>
      TE.fromIOEither(() => {
        if (byId.has(apiKey.id) || byDigest.has(apiKey.digest)) return E.left(apiKeyTaken);
        keep(Object.freeze(ApiKey.encode(apiKey)));
        return E.right(undefined);
      }),

    list: () => TE.fromIO(() => [...byId.values()].sort(inOrderOfCreation)),
    find: (id) => TE.fromIO(() => O.fromNullable(byId.get(id))),
    findByDigest: (digest) => TE.fromIO(() => O.fromNullable(byDigest.get(digest))),
    revoke: (id, from) =>
      TE.fromIO(() => {
        const apiKey = byId.get(id);
        return apiKey === undefined ? O.none : O.some(keep(Object.freeze(revokeFrom(from)(apiKey))));
      }),
    recordUse: (id, at) =>
      TE.fromIO(() => {
        const apiKey = byId.get(id);
        if (apiKey !== undefined) keep(Object.freeze(useAt(at)(apiKey)));
      }),
  };
};
