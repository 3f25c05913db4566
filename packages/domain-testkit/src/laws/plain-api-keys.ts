import assert from 'node:assert/strict';
import { ApiKey, type ApiKeyRepository, apiKeyTaken, revokeFrom, useAt } from '@animal-store/access';
import fc from 'fast-check';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { apiKeys as anyApiKeys, instants } from '../arbitraries.ts';
import { alike, type Plain } from '../core/model.ts';
import { succeed } from '../core/outcome.ts';
import { apiKey, inOrderOfCreation } from '../samples/api-keys.ts';

/** Everything that a plain store of API keys keeps. */
export interface ApiKeyData {
  /** In order of creation. */
  apiKeys: readonly ApiKey[];
}

/** The plainest repository that keeps every law. Stored keys are frozen, so every reader may get the same object. */
export const apiKeysOn = (data: ApiKeyData): ApiKeyRepository => {
  const found = (is: (key: ApiKey) => boolean): O.Option<ApiKey> => O.fromNullable(data.apiKeys.find(is));
  const store = (key: ApiKey): ApiKey => {
    const stored = Object.freeze(ApiKey.encode(key));
    data.apiKeys = inOrderOfCreation([...data.apiKeys.filter(({ id }) => id !== key.id), stored]);
    return stored;
  };
  const change = (wanted: ApiKey['id'], by: (key: ApiKey) => ApiKey): O.Option<ApiKey> =>
    O.map((key: ApiKey) => store(by(key)))(found(({ id }) => id === wanted));
  return {
    add: (key) =>
      TE.fromIOEither(() => {
        const taken = found(({ id, digest }) => id === key.id || digest === key.digest);
        return O.isSome(taken) ? E.left(apiKeyTaken) : E.right(void store(key));
      }),
    list: () => TE.fromIO(() => [...data.apiKeys]),
    find: (wanted) => TE.fromIO(() => found(({ id }) => id === wanted)),
    findByDigest: (wanted) => TE.fromIO(() => found(({ digest }) => digest === wanted)),
    revoke: (id, from) => TE.fromIO(() => change(id, revokeFrom(from))),
    recordUse: (id, at) => TE.fromIO(() => void change(id, useAt(at))),
  };
};

interface Model {
  readonly data: ApiKeyData;
  /** A repository on the data. */
  readonly plain: ApiKeyRepository;
}

const command = (text: string, operation: (apiKeys: ApiKeyRepository) => TE.TaskEither<unknown, unknown>) =>
  alike<Model, ApiKeyRepository>(() => text, operation);

const called = ({ id, digest }: ApiKey): string => `the key ${id} with the digest …${digest.slice(-4)}`;

// Few ids and few digests, so that two keys often collide. All keys are new, so that most revocations and uses change one.
const few = fc.nat({ max: 5 });
const fewKeys = fc
  .tuple(anyApiKeys, few, few)
  .map(([{ revoked: _, lastUsed: __, ...fields }, n, m]) =>
    apiKey(0, { ...fields, id: apiKey(n).id, digest: apiKey(m).digest }),
  );
const keysAndInstants = fc.tuple(fewKeys, instants);

/** The plain model of a store of API keys. */
export const plainApiKeys: Plain<Model, ApiKeyRepository> = {
  empty: () => {
    const data: ApiKeyData = { apiKeys: [] };
    return { data, plain: apiKeysOn(data) };
  },
  commands: {
    add: fewKeys.map((key) => command(`add ${called(key)}`, (apiKeys) => apiKeys.add(key))),
    list: fc.constant(command('list all keys', (apiKeys) => apiKeys.list())),
    find: fewKeys.map((key) => command(`find the id of ${called(key)}`, (apiKeys) => apiKeys.find(key.id))),
    findByDigest: fewKeys.map((key) =>
      command(`find the digest of ${called(key)}`, (apiKeys) => apiKeys.findByDigest(key.digest)),
    ),
    revoke: keysAndInstants.map(([{ id }, from]) =>
      command(`revoke the key ${id} from ${from}`, (apiKeys) => apiKeys.revoke(id, from)),
    ),
    recordUse: keysAndInstants.map(([{ id }, at]) =>
      command(`record a use of the key ${id} at ${at}`, (apiKeys) => apiKeys.recordUse(id, at)),
    ),
  },
  compare: async ({ data }, apiKeys) => assert.deepEqual(await succeed(apiKeys.list()), data.apiKeys),
};
