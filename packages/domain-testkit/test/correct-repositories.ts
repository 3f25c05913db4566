import { ApiKey, type ApiKeyRepository, apiKeyTaken, revokeFrom, useAt } from '@animal-store/access';
import {
  hasStatus,
  type Idempotency,
  type IdempotencyKeyReused,
  idempotencyKeyReused,
  type NewPet,
  newPetEq,
  type Pet,
  type PetRepository,
  withId,
} from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import type { DurableFixture, DurablePetRepositoryFixture, PetRepositoryFixture } from '../src/index.ts';
import { byId } from '../src/laws/pet-creations.ts';
import { petId } from '../src/samples.ts';
import { attempt, type Build, type Change, createSession, createStore, type Data } from './store.ts';

// The plainest repositories that keep every law. The faults are made from them. What is stored is frozen, so every reader
// may get the same object.

export type AddedPet = E.Either<IdempotencyKeyReused, Pet>;

export const recordKey = ({ scope, key }: Idempotency): string => `${scope} ${key}`;

export const insertPet = (draft: Data, given: NewPet): Pet => {
  const pet = Object.freeze(withId(petId(draft.lastId + 1n), given));
  draft.lastId = pet.id;
  draft.pets = byId([...draft.pets, pet]);
  return pet;
};

export const insertRecord = (draft: Data, used: Idempotency, pet: Pet): void => {
  draft.records = new Map([...draft.records, [recordKey(used), pet]]);
};

/** What a retry gets by the record of its key, if there is one. */
export const retried = (data: Readonly<Data>, given: NewPet, used?: Idempotency): AddedPet | undefined => {
  const record = used && data.records.get(recordKey(used));
  if (record === undefined) return undefined;
  return newPetEq.equals(record, given) ? E.right(record) : E.left(idempotencyKeyReused);
};

export const insertBoth = (draft: Data, given: NewPet, used?: Idempotency): AddedPet => {
  const pet = insertPet(draft, given);
  if (used !== undefined) insertRecord(draft, used, pet);
  return E.right(pet);
};

export const addPet =
  (given: NewPet, used?: Idempotency): Change<AddedPet> =>
  (draft) =>
    retried(draft, given, used) ?? insertBoth(draft, given, used);

export const correctPets: Build<PetRepository> = ({ read, commit }) => ({
  add: (given, used) => attempt(() => commit(addPet(given, used))),
  find: (id) => attempt(() => E.right(O.fromNullable(read().pets.find((pet) => pet.id === id)))),
  list: ({ limit, status, after }) =>
    attempt(() => {
      const passing = read().pets.filter(hasStatus(status));
      return E.right(passing.filter(({ id }) => after === undefined || id > after).slice(0, limit));
    }),
});

/** A mistake that is made by `SELECT max(id) + 1`. */
export const afterGreatest: Build<PetRepository> = (session) => ({
  ...correctPets(session),
  add: (given, used) =>
    attempt(() =>
      session.commit((draft) => {
        draft.lastId = draft.pets.at(-1)?.id ?? 0n;
        return addPet(given, used)(draft);
      }),
    ),
});

type Changing = Pick<PetRepositoryFixture, 'replace' | 'remove'>;

const changing = (change: (change: Change<void>) => Promise<void>): Changing => {
  const changePets = (changed: (pets: readonly Pet[]) => readonly Pet[]) =>
    change((draft) => {
      draft.pets = changed(draft.pets);
    });
  return {
    replace: (pet) => changePets((pets) => pets.map((one) => (one.id === pet.id ? Object.freeze(pet) : one))),
    remove: (id) => changePets((pets) => pets.filter((one) => one.id !== id)),
  };
};

export const createPets = (build: Build<PetRepository> = correctPets): PetRepositoryFixture => {
  const session = createSession();
  return { pets: build(session), ...changing(async (change) => session.commit(change)) };
};

export const createDurablePets = (build: Build<PetRepository> = correctPets): DurablePetRepositoryFixture => {
  const { fixture, change } = createStore(build);
  return { ...fixture, ...changing(change) };
};

export const isTaken = ({ apiKeys }: Readonly<Data>, { id, digest }: ApiKey): boolean =>
  apiKeys.some((key) => key.id === id || key.digest === digest);

/** Stores a key in place of the one that has its id. */
export const storeApiKey = (draft: Data, key: ApiKey): void => {
  const others = draft.apiKeys.filter(({ id }) => id !== key.id);
  const order = (a: ApiKey, b: ApiKey) => a.created - b.created || (a.id < b.id ? -1 : 1);
  draft.apiKeys = [...others, Object.freeze(ApiKey.encode(key))].toSorted(order);
};

export const findApiKey = ({ apiKeys }: Readonly<Data>, id: ApiKey['id']): O.Option<ApiKey> =>
  O.fromNullable(apiKeys.find((key) => key.id === id));

const changeApiKey =
  (id: ApiKey['id'], change: (key: ApiKey) => ApiKey): Change<O.Option<ApiKey>> =>
  (draft) => {
    const changed = O.map(change)(findApiKey(draft, id));
    if (O.isSome(changed)) storeApiKey(draft, changed.value);
    return changed;
  };

export const correctApiKeys: Build<ApiKeyRepository> = ({ read, commit }) => ({
  add: (key) =>
    attempt(() => commit((draft) => (isTaken(draft, key) ? E.left(apiKeyTaken) : E.right(storeApiKey(draft, key))))),
  list: () => attempt(() => E.right([...read().apiKeys])),
  find: (id) => attempt(() => E.right(findApiKey(read(), id))),
  findByDigest: (digest) => attempt(() => E.right(O.fromNullable(read().apiKeys.find((key) => key.digest === digest)))),
  revoke: (id, from) => attempt(() => E.right(commit(changeApiKey(id, revokeFrom(from))))),
  recordUse: (id, at) => attempt(() => E.right(void commit(changeApiKey(id, useAt(at))))),
});

export const createApiKeys = (): ApiKeyRepository => correctApiKeys(createSession());

export const createDurableApiKeys = (
  build: Build<ApiKeyRepository> = correctApiKeys,
): DurableFixture<ApiKeyRepository> => createStore(build).fixture;
