import type { ApiKey, ApiKeyRepository, StoredApiKey } from '@animal-store/access';
import { option as O, taskEither as TE } from 'fp-ts';
import { apiKey, apiKeyId } from '../../src/samples.ts';
import { type Faults, memoised, sharing } from '../fault.ts';
import { ifReadable, listReadable, readingApiKeys } from './reading-api-keys.ts';

const withoutEnds = ({ id, label, digest, created }: ApiKey): ApiKey => ({ id, label, digest, created });

// A fault returns what the types forbid.
const forbidden = (key: object): ApiKey => key as ApiKey;

export const apiKeyReadFaults: Faults<ApiKeyRepository> = {
  'find makes an API key up': [
    (apiKeys) => ({
      ...apiKeys,
      find: (id) =>
        TE.map((found: O.Option<StoredApiKey>) => O.alt((): typeof found => O.some(apiKey(0, { id })))(found))(
          apiKeys.find(id),
        ),
    }),
    'an empty store lists, finds and revokes no API key',
  ],
  'find forgets when an API key ends': [
    (apiKeys) => ({ ...apiKeys, find: (id) => TE.map(O.map(ifReadable(withoutEnds)))(apiKeys.find(id)) }),
    'find returns an API key with every field as it was',
  ],
  'findByDigest forgets when an API key ends': [
    (apiKeys) => ({ ...apiKeys, findByDigest: (it) => TE.map(O.map(withoutEnds))(apiKeys.findByDigest(it)) }),
    'findByDigest returns an API key with every field as it was',
  ],
  'findByDigest does not find revoked API keys': [
    (apiKeys) => ({
      ...apiKeys,
      findByDigest: (digest) =>
        TE.map((found: O.Option<ApiKey>) => O.filter(({ revoked }: ApiKey) => revoked === undefined)(found))(
          apiKeys.findByDigest(digest),
        ),
    }),
    'findByDigest returns an API key with every field as it was',
  ],
  'an absent expires becomes null': [
    readingApiKeys((key) => forbidden({ ...key, expires: key.expires ?? null })),
    'an API key without expires and revoked has neither afterwards, not even empty ones',
  ],
  'an absent revoked becomes an own undefined': [
    readingApiKeys((key) => forbidden({ ...key, revoked: key.revoked })),
    'an API key without expires and revoked has neither afterwards, not even empty ones',
  ],
  'find looks at the first seven characters': [
    (apiKeys) => ({
      ...apiKeys,
      find: (id) =>
        TE.map((found: readonly ApiKey[]) => O.fromNullable(found.find((key) => key.id.startsWith(id.slice(0, 7)))))(
          listReadable(apiKeys),
        ),
    }),
    'an id or a digest that differs in one character finds no API key',
  ],
  'findByDigest looks at the last digits': [
    (apiKeys) => ({
      ...apiKeys,
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
  'find returns the object that is kept': [
    (apiKeys) => ({ ...apiKeys, find: readingApiKeys(sharing())(apiKeys).find }),
    'a change to the API key that find returned does not reach the store',
  ],
  'findByDigest returns the object that is kept': [
    (apiKeys) => ({ ...apiKeys, findByDigest: readingApiKeys(sharing())(apiKeys).findByDigest }),
    'a change to the API key that findByDigest returned does not reach the store',
  ],
  'revoke returns the object that is kept': [
    (apiKeys) => readingApiKeys(sharing())(apiKeys),
    'a change to the API key that revoke returned does not reach the store',
  ],
  'a revocation changes the objects that were given before': [
    (apiKeys) => {
      const given = new Map<string, ApiKey>();
      const reading = readingApiKeys((key) => {
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
    'a revocation does not change an API key that was read before it',
  ],
  'find looks for an API key that nobody asked for': [
    (apiKeys) => ({ ...apiKeys, find: () => apiKeys.find(apiKeyId('zzzzzzzz')) }),
    'any sequence of operations on API keys returns what a plain model returns',
  ],
};
