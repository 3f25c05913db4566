import { ApiKey, type ApiKeyRepository, apiKeyTaken, revokeFrom, useAt } from '@animal-store/access';
import {
  hasStatus,
  type Idempotency,
  idempotencyKeyReused,
  newPetEq,
  type Pet,
  type PetRepository,
  withId,
} from '@animal-store/domain';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { byId } from '../src/laws/pet-creations.ts';
import { inOrderOfCreation, petId } from '../src/samples.ts';

// The plainest repositories that keep every law. The faults are made from them. What is stored is frozen, so every reader
// may get the same object.

/** Everything that outlives a handle: in reality on a disk or in a server. */
export interface Data {
  lastId: bigint;
  pets: readonly Pet[];
  readonly records: Map<string, Pet>;
  apiKeys: readonly ApiKey[];
}

export const createData = (): Data => ({ lastId: 0n, pets: [], records: new Map(), apiKeys: [] });

export const recordKey = ({ scope, key }: Idempotency): string => `${scope} ${key}`;

export const petsOn = (data: Data): PetRepository => ({
  add: (given, used) =>
    TE.fromIOEither(() => {
      const record = used && data.records.get(recordKey(used));
      if (record !== undefined) return newPetEq.equals(record, given) ? E.right(record) : E.left(idempotencyKeyReused);
      data.lastId += 1n;
      const pet = Object.freeze(withId(petId(data.lastId), given));
      data.pets = byId([...data.pets, pet]);
      if (used !== undefined) data.records.set(recordKey(used), pet);
      return E.right(pet);
    }),
  find: (id) => TE.fromIO(() => O.fromNullable(data.pets.find((pet) => pet.id === id))),
  list: ({ limit, status, after }) =>
    TE.fromIO(() => {
      const passing = data.pets.filter(hasStatus(status));
      return passing.filter(({ id }) => after === undefined || id > after).slice(0, limit);
    }),
});

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
