import {
  ApiKey,
  type ApiKeyRepository,
  type ApiKeyTaken,
  apiKeyTaken,
  type Instant,
  revokeFrom,
  useAt,
} from '@animal-store/access';
import { either as E, option as O } from 'fp-ts';
import type { DurableFixture } from '../src/index.ts';
import { attempt, type Build, type Change, createDurableFixture, createSession, type Data } from './medium.ts';

export const isTaken = ({ apiKeys }: Data, { id, digest }: ApiKey): boolean =>
  apiKeys.some((key) => key.id === id || key.digest === digest);

export const insertApiKey = (data: Data, key: ApiKey): Data => ({
  ...data,
  apiKeys: [...data.apiKeys, Object.freeze(ApiKey.encode(key))].toSorted(
    (a, b) => a.created - b.created || (a.id < b.id ? -1 : 1),
  ),
});

export const findApiKey = ({ apiKeys }: Data, id: ApiKey['id']): O.Option<ApiKey> =>
  O.fromNullable(apiKeys.find((key) => key.id === id));

/** Puts a key in the place of the one that has its id. */
export const replaceApiKey = (data: Data, key: ApiKey): Data => ({
  ...data,
  apiKeys: data.apiKeys.map((one) => (one.id === key.id ? Object.freeze(key) : one)),
});

const addApiKey =
  (key: ApiKey): Change<E.Either<ApiKeyTaken, void>> =>
  (data) =>
    isTaken(data, key) ? [data, E.left(apiKeyTaken)] : [insertApiKey(data, key), E.right(undefined)];

const changeApiKey =
  (id: ApiKey['id'], change: (key: ApiKey) => ApiKey): Change<O.Option<ApiKey>> =>
  (data) => {
    const changed = O.map(change)(findApiKey(data, id));
    return [O.isSome(changed) ? replaceApiKey(data, changed.value) : data, changed];
  };

/** The plainest repository that keeps every law. The faults are made from it. */
export const durableApiKeys: Build<ApiKeyRepository> = ({ read, commit }) => ({
  add: (key) => attempt(() => commit(addApiKey(key))),
  list: () => attempt(() => E.right([...read().apiKeys])),
  find: (id) => attempt(() => E.right(findApiKey(read(), id))),
  findByDigest: (digest) => attempt(() => E.right(O.fromNullable(read().apiKeys.find((key) => key.digest === digest)))),
  revoke: (id, from: Instant) => attempt(() => E.right(commit(changeApiKey(id, revokeFrom(from))))),
  recordUse: (id, at) =>
    attempt(() => {
      commit(changeApiKey(id, useAt(at)));
      return E.right(undefined);
    }),
});

export const createCorrectApiKeys = (): ApiKeyRepository => durableApiKeys(createSession());

export const createDurableApiKeys = (
  build: Build<ApiKeyRepository> = durableApiKeys,
): DurableFixture<ApiKeyRepository> => createDurableFixture(build);
