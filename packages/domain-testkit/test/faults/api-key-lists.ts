import type { ApiKey, ApiKeyRepository } from '@animal-store/access';
import { taskEither as TE } from 'fp-ts';
import { apiKey } from '../../src/samples.ts';
import { eager, type Faults, memoised, sharing } from '../fault.ts';
import { listReadable, readingApiKeys } from './reading-api-keys.ts';

const withoutEnds = ({ id, label, digest, created }: ApiKey): ApiKey => ({ id, label, digest, created });

const listing =
  (change: (found: readonly ApiKey[]) => readonly ApiKey[]) =>
  (apiKeys: ApiKeyRepository): ApiKeyRepository => ({ ...apiKeys, list: () => TE.map(change)(listReadable(apiKeys)) });

export const apiKeyListFaults: Faults<ApiKeyRepository> = {
  'a list that is empty shows an example': [
    listing((found) => (found.length === 0 ? [apiKey(0)] : found)),
    'an empty store lists, finds and revokes no API key',
  ],
  'list leaves revoked API keys out': [
    listing((found) => found.filter(({ revoked }) => revoked === undefined)),
    'list returns every API key with every field as it was, including expired and revoked ones',
  ],
  'list forgets when an API key ends': [
    listing((found) => found.map(withoutEnds)),
    'list returns every API key with every field as it was, including expired and revoked ones',
  ],
  'list is in order of adding': [
    (apiKeys) => {
      const order: string[] = [];
      return {
        ...apiKeys,
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
  'list returns the objects that are kept': [
    (apiKeys) => ({ ...apiKeys, list: readingApiKeys(sharing())(apiKeys).list }),
    'a change to an API key that list returned does not reach the store',
  ],
  'list returns the array that is kept': [
    (apiKeys) => {
      const kept = memoised('list')(apiKeys).list();
      return { ...apiKeys, list: () => kept };
    },
    'a change to the array of API keys that list returned does not reach the store',
  ],
};
