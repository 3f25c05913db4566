import type { ApiKey, ApiKeyRepository, StoredApiKey } from '@animal-store/access';
import { option as O, taskEither as TE } from 'fp-ts';
import { apiKey, apiKeyId } from '../../src/samples.ts';
import { type Fault, memoised } from '../fault.ts';
import { ifReadable, listReadable, readingApiKeys } from './reading-api-keys.ts';
import { sharingApiKeys } from './sharing-api-keys.ts';

const withoutEnds = ({ id, label, digest, created }: ApiKey): ApiKey => ({ id, label, digest, created });

// A fault gives what the types forbid.
const forbidden = (key: object): ApiKey => key as ApiKey;

export const apiKeyReadFaults: readonly Fault<ApiKeyRepository>[] = [
  {
    name: 'find makes an API key up',
    breaks: (apiKeys) => ({
      ...apiKeys,
      find: (id) =>
        TE.map((found: O.Option<StoredApiKey>) => O.alt((): typeof found => O.some(apiKey(0, { id })))(found))(
          apiKeys.find(id),
        ),
    }),
    caughtBy: ['an empty store lists, finds and revokes no API key'],
  },
  {
    name: 'find forgets when an API key ends',
    breaks: (apiKeys) => ({ ...apiKeys, find: (id) => TE.map(O.map(ifReadable(withoutEnds)))(apiKeys.find(id)) }),
    caughtBy: ['find gives an API key with every field as it was'],
  },
  {
    name: 'findByDigest forgets when an API key ends',
    breaks: (apiKeys) => ({ ...apiKeys, findByDigest: (it) => TE.map(O.map(withoutEnds))(apiKeys.findByDigest(it)) }),
    caughtBy: ['findByDigest gives an API key with every field as it was'],
  },
  {
    name: 'findByDigest does not find revoked API keys',
    breaks: (apiKeys) => ({
      ...apiKeys,
      findByDigest: (digest) =>
        TE.map((found: O.Option<ApiKey>) => O.filter(({ revoked }: ApiKey) => revoked === undefined)(found))(
          apiKeys.findByDigest(digest),
        ),
    }),
    caughtBy: ['findByDigest gives an API key with every field as it was'],
  },
  {
    name: 'an absent expires becomes null',
    breaks: readingApiKeys((key) => forbidden({ ...key, expires: key.expires ?? null })),
    caughtBy: ['an API key without expires and revoked has neither afterwards, not even empty ones'],
  },
  {
    name: 'an absent revoked becomes an own undefined',
    breaks: readingApiKeys((key) => forbidden({ ...key, revoked: key.revoked })),
    caughtBy: ['an API key without expires and revoked has neither afterwards, not even empty ones'],
  },
  {
    name: 'find looks at the first seven characters',
    breaks: (apiKeys) => ({
      ...apiKeys,
      find: (id) =>
        TE.map((found: readonly ApiKey[]) => O.fromNullable(found.find((key) => key.id.startsWith(id.slice(0, 7)))))(
          listReadable(apiKeys),
        ),
    }),
    caughtBy: ['an id or a digest that differs in one character finds no API key'],
  },
  {
    name: 'findByDigest looks at the last digits',
    breaks: (apiKeys) => ({
      ...apiKeys,
      findByDigest: (digest) =>
        TE.map((found: readonly ApiKey[]) =>
          O.fromNullable(found.find((key) => key.digest.endsWith(digest.slice(-8)))),
        )(listReadable(apiKeys)),
    }),
    caughtBy: ['an id or a digest that differs in one character finds no API key'],
  },
  {
    name: 'find reads only the first time',
    breaks: (apiKeys) => ({ ...apiKeys, find: (id) => memoised(apiKeys.find(id)) }),
    caughtBy: ['find and findByDigest read an API key when they are run, and each time anew'],
  },
  {
    name: 'findByDigest remembers what it found, revoked since or not',
    breaks: (apiKeys) => ({ ...apiKeys, findByDigest: (digest) => memoised(apiKeys.findByDigest(digest)) }),
    caughtBy: ['find and findByDigest read an API key when they are run, and each time anew'],
  },
  {
    name: 'find gives the object that is kept',
    breaks: (apiKeys) => ({ ...apiKeys, find: readingApiKeys(sharingApiKeys())(apiKeys).find }),
    caughtBy: ['a change to the API key that find gave does not reach the store'],
  },
  {
    name: 'findByDigest gives the object that is kept',
    breaks: (apiKeys) => ({ ...apiKeys, findByDigest: readingApiKeys(sharingApiKeys())(apiKeys).findByDigest }),
    caughtBy: ['a change to the API key that findByDigest gave does not reach the store'],
  },
  {
    name: 'revoke gives the object that is kept',
    breaks: (apiKeys) => readingApiKeys(sharingApiKeys())(apiKeys),
    caughtBy: ['a change to the API key that revoke gave does not reach the store'],
  },
  {
    name: 'a revocation changes the objects that were given before',
    breaks: (apiKeys) => {
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
    caughtBy: ['a revocation does not change an API key that was read before it'],
  },
  {
    name: 'find looks for an API key that nobody asked for',
    breaks: (apiKeys) => ({ ...apiKeys, find: () => apiKeys.find(apiKeyId('zzzzzzzz')) }),
    caughtBy: ['any sequence of operations on API keys gives what a plain model gives'],
  },
];
