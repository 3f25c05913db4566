import { type ApiKey, type ApiKeyRepository, isReadable, type StoredApiKey } from '@animal-store/access';
import type { RepositoryUnavailable } from '@animal-store/domain';
import { option as O, taskEither as TE } from 'fp-ts';
import { apiKey, apiKeyId } from '../../src/samples.ts';
import { coalesced, eager, keeping, memoised, returning, seed } from '../fault.ts';

/** Lists the API keys; none of those that the laws add is unreadable. */
export const listReadable = (apiKeys: ApiKeyRepository): TE.TaskEither<RepositoryUnavailable, readonly ApiKey[]> =>
  TE.map((found: readonly StoredApiKey[]) => found.filter(isReadable))(apiKeys.list());

/** Changes an API key that can be read. */
export const ifReadable =
  (change: (apiKey: ApiKey) => ApiKey) =>
  (key: StoredApiKey): StoredApiKey =>
    isReadable(key) ? change(key) : key;

const withoutEnds = ({ id, label, digest, created }: ApiKey): ApiKey => ({ id, label, digest, created });

// A fault returns what the types forbid.
const forbidden = (key: object): ApiKey => key as ApiKey;

const unshared = 'nothing that an operation on API keys was given or has returned is shared with the store';

export const apiKeyReadFaults = seed('an ApiKeyRepository', {
  'find makes an API key up': [
    (apiKeys) => ({
      find: (id) =>
        TE.map((found: O.Option<StoredApiKey>) => O.alt((): typeof found => O.some(apiKey(0, { id })))(found))(
          apiKeys.find(id),
        ),
    }),
    'an empty store lists, finds and revokes no API key',
  ],
  'find forgets when an API key ends': [
    (apiKeys) => ({ find: (id) => TE.map(O.map(ifReadable(withoutEnds)))(apiKeys.find(id)) }),
    'find, findByDigest and list return an API key with every field as it was',
  ],
  'findByDigest forgets when an API key ends': [
    (apiKeys) => ({ findByDigest: (it) => TE.map(O.map(withoutEnds))(apiKeys.findByDigest(it)) }),
    'find, findByDigest and list return an API key with every field as it was',
  ],
  'findByDigest does not find revoked API keys': [
    (apiKeys) => ({
      findByDigest: (digest) =>
        TE.map((found: O.Option<ApiKey>) => O.filter(({ revoked }: ApiKey) => revoked === undefined)(found))(
          apiKeys.findByDigest(digest),
        ),
    }),
    'find, findByDigest and list return an API key with every field as it was',
  ],
  'an absent expires becomes null': [
    returning((key: ApiKey) => forbidden({ ...key, expires: key.expires ?? null })),
    'an API key without expires and revoked has neither afterwards, not even empty ones',
  ],
  'an absent revoked becomes an own undefined': [
    returning((key: ApiKey) => forbidden({ ...key, revoked: key.revoked })),
    'an API key without expires and revoked has neither afterwards, not even empty ones',
  ],
  'find looks at the first seven characters': [
    (apiKeys) => ({
      find: (id) =>
        TE.map((found: readonly ApiKey[]) => O.fromNullable(found.find((key) => key.id.startsWith(id.slice(0, 7)))))(
          listReadable(apiKeys),
        ),
    }),
    'an id or a digest that differs in one character finds no API key',
  ],
  'findByDigest looks at the last digits': [
    (apiKeys) => ({
      findByDigest: (digest) =>
        TE.map((found: readonly ApiKey[]) =>
          O.fromNullable(found.find((key) => key.digest.endsWith(digest.slice(-8)))),
        )(listReadable(apiKeys)),
    }),
    'an id or a digest that differs in one character finds no API key',
  ],
  'find reads only the first time': [
    memoised('find'),
    'find and findByDigest read an API key when they are run, and each time anew',
  ],
  'findByDigest remembers what it found, revoked since or not': [
    memoised('findByDigest'),
    'find and findByDigest read an API key when they are run, and each time anew',
  ],
  'finds at once all find the first API key': [
    coalesced('find'),
    'of uses and finds at once of 50 API keys each is of its own',
  ],
  'find returns the object that is kept': [keeping('find'), unshared],
  'findByDigest returns the object that is kept': [keeping('findByDigest'), unshared],
  'revoke returns the object that is kept': [keeping('revoke'), unshared],
  'a revocation changes the objects that were given before': [
    (apiKeys) => {
      const given = new Map<string, ApiKey>();
      const reading = returning((key: ApiKey) => {
        given.set(key.id, key);
        return key;
      })(apiKeys);
      return {
        ...reading,
        revoke: (id, from) => async () => {
          Object.assign(given.get(id) ?? {}, { revoked: from });
          return apiKeys.revoke(id, from)();
        },
      };
    },
    unshared,
  ],
  'find looks for an API key that nobody asked for': [
    (apiKeys) => ({ find: () => apiKeys.find(apiKeyId('zzzzzzzz')) }),
    'any sequence of operations on API keys returns what a plain model returns',
  ],
});

const listing =
  (change: (found: readonly ApiKey[]) => readonly ApiKey[]) =>
  (apiKeys: ApiKeyRepository): ApiKeyRepository => ({ ...apiKeys, list: () => TE.map(change)(listReadable(apiKeys)) });

export const apiKeyListFaults = seed('an ApiKeyRepository', {
  'a list that is empty shows an example': [
    listing((found) => (found.length === 0 ? [apiKey(0)] : found)),
    'an empty store lists, finds and revokes no API key',
  ],
  'list leaves revoked API keys out': [
    listing((found) => found.filter(({ revoked }) => revoked === undefined)),
    'find, findByDigest and list return an API key with every field as it was',
  ],
  'list forgets when an API key ends': [
    listing((found) => found.map(withoutEnds)),
    'find, findByDigest and list return an API key with every field as it was',
  ],
  'list is in order of adding': [
    (apiKeys) => {
      const order: string[] = [];
      return {
        add: (key) => TE.tapIO(apiKeys.add(key), () => () => order.push(key.id)),
        list: () =>
          TE.map((found: readonly ApiKey[]) => found.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)))(
            listReadable(apiKeys),
          ),
      };
    },
    'API keys are listed in order of creation, then of id, however they were added',
  ],
  'list is in order of creation, then of id backwards': [
    listing((found) => found.toSorted((a, b) => a.created - b.created || (a.id > b.id ? -1 : 1))),
    'API keys are listed in order of creation, then of id, however they were added',
  ],
  'a list is read when it is made': [eager('list'), 'a list of API keys reads when it is run, and each time anew'],
  'a list is read only the first time': [
    memoised('list'),
    'a list of API keys reads when it is run, and each time anew',
  ],
  'list returns the objects that are kept': [keeping('list'), unshared],
  'list returns the array that is kept': [
    (apiKeys) => {
      const kept = memoised('list')(apiKeys).list();
      return { list: () => kept };
    },
    unshared,
  ],
});
