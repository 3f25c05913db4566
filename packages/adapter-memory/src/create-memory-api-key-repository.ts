import {
  ApiKey,
  type ApiKeyDigest,
  type ApiKeyId,
  type ApiKeyRepository,
  apiKeyTaken,
  revokeFrom,
  useAt,
} from '@animal-store/domain';
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts';

const inOrderOfCreation = (a: ApiKey, b: ApiKey): number => a.created - b.created || (a.id < b.id ? -1 : 1);

/** Makes an `ApiKeyRepository` that keeps its keys in this process and loses them with it. */
export const createMemoryApiKeyRepository = (): ApiKeyRepository => {
  const byId = new Map<ApiKeyId, ApiKey>();
  const idByDigest = new Map<ApiKeyDigest, ApiKeyId>();

  const keep = (apiKey: ApiKey): ApiKey => {
    byId.set(apiKey.id, apiKey);
    idByDigest.set(apiKey.digest, apiKey.id);
    return apiKey;
  };

  const find = (id: ApiKeyId | undefined): O.Option<ApiKey> =>
    O.fromNullable(id === undefined ? undefined : byId.get(id));

  return {
    add: (apiKey) =>
      TE.fromIOEither(() => {
        if (byId.has(apiKey.id) || idByDigest.has(apiKey.digest)) return E.left(apiKeyTaken);
        keep(Object.freeze(ApiKey.encode(apiKey)));
        return E.right(undefined);
      }),

    list: () => TE.fromIO(() => [...byId.values()].sort(inOrderOfCreation)),

    find: (id) => TE.fromIO(() => find(id)),

    findByDigest: (digest) => TE.fromIO(() => find(idByDigest.get(digest))),

    revoke: (id, from) =>
      TE.fromIO(() =>
        F.pipe(
          find(id),
          O.map((apiKey) => keep(Object.freeze(revokeFrom(from)(apiKey)))),
        ),
      ),

    recordUse: (id, at) =>
      TE.fromIO(() => {
        const apiKey = byId.get(id);
        if (apiKey !== undefined) keep(Object.freeze(useAt(at)(apiKey)));
      }),
  };
};
