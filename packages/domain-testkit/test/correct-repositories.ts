import { ApiKey, type ApiKeyRepository, apiKeyTaken, revokeFrom, useAt } from '@animal-store/access';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { createPetData, type PetData } from '../src/laws/plain-pets.ts';
import { inOrderOfCreation } from '../src/samples.ts';

/** Everything that outlives a handle. */
export interface Data extends PetData {
  apiKeys: readonly ApiKey[];
}

export const createData = (): Data => ({ ...createPetData(), apiKeys: [] });

/** The plainest repository that keeps every law; that of animals is `petsOn`. */
export const apiKeysOn = (data: Data): ApiKeyRepository => {
  const find = (id: ApiKey['id']): O.Option<ApiKey> => O.fromNullable(data.apiKeys.find((key) => key.id === id));
  const store = (key: ApiKey): ApiKey => {
    const stored = Object.freeze(ApiKey.encode(key));
    data.apiKeys = inOrderOfCreation([...data.apiKeys.filter(({ id }) => id !== key.id), stored]);
    return stored;
  };
  return {
    add: (key) =>
      TE.fromIOEither(() => {
        const isTaken = data.apiKeys.some(({ id, digest }) => id === key.id || digest === key.digest);
        return isTaken ? E.left(apiKeyTaken) : E.right(void store(key));
      }),
    list: () => TE.fromIO(() => [...data.apiKeys]),
    find: (id) => TE.fromIO(() => find(id)),
    findByDigest: (digest) => TE.fromIO(() => O.fromNullable(data.apiKeys.find((key) => key.digest === digest))),
    revoke: (id, from) => TE.fromIO(() => O.map((key: ApiKey) => store(revokeFrom(from)(key)))(find(id))),
    recordUse: (id, at) => TE.fromIO(() => void O.map((key: ApiKey) => store(useAt(at)(key)))(find(id))),
  };
};
