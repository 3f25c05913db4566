import type { ApiKey, ApiKeyRepository } from '@animal-store/access';
import { option as O, taskEither as TE } from 'fp-ts';
import { apiKey } from '../../src/samples.ts';
import { eager, type Fault, memoised } from '../fault.ts';
import { listReadable, readingApiKeys } from './reading-api-keys.ts';
import { sharingApiKeys } from './sharing-api-keys.ts';

const withoutEnds = ({ id, label, digest, created }: ApiKey): ApiKey => ({ id, label, digest, created });

const listing =
  (change: (found: readonly ApiKey[]) => readonly ApiKey[]) =>
  (apiKeys: ApiKeyRepository): ApiKeyRepository => ({ ...apiKeys, list: () => TE.map(change)(listReadable(apiKeys)) });

export const apiKeyListFaults: readonly Fault<ApiKeyRepository>[] = [
  {
    name: 'a list that is empty shows an example',
    breaks: listing((found) => (found.length === 0 ? [apiKey(0)] : found)),
    caughtBy: ['an empty store lists, finds and revokes no API key'],
  },
  {
    name: 'list leaves revoked API keys out',
    breaks: listing((found) => found.filter(({ revoked }) => revoked === undefined)),
    caughtBy: ['list gives every API key with every field as it was, expired and revoked ones too'],
  },
  {
    name: 'list forgets when an API key ends',
    breaks: listing((found) => found.map(withoutEnds)),
    caughtBy: ['list gives every API key with every field as it was, expired and revoked ones too'],
  },
  {
    name: 'list is in order of adding',
    breaks: (apiKeys) => {
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
    caughtBy: ['API keys are listed in order of creation, then of id, however they were added'],
  },
  {
    name: 'list is in order of creation as text',
    breaks: listing((found) => found.toSorted((a, b) => (`${a.created}` < `${b.created}` ? -1 : 1))),
    caughtBy: ['API keys are listed in order of creation, then of id, however they were added'],
  },
  {
    name: 'list is in order of creation, then of id backwards',
    breaks: listing((found) => found.toSorted((a, b) => a.created - b.created || (a.id > b.id ? -1 : 1))),
    caughtBy: ['API keys are listed in order of creation, then of id, however they were added'],
  },
  {
    name: 'a list is read when it is made',
    breaks: (apiKeys) => ({ ...apiKeys, list: () => eager(apiKeys.list()) }),
    caughtBy: ['a list of API keys reads when it is run, and each time anew'],
  },
  {
    name: 'a list is read only the first time',
    breaks: (apiKeys) => ({ ...apiKeys, list: () => memoised(apiKeys.list()) }),
    caughtBy: ['a list of API keys reads when it is run, and each time anew'],
  },
  {
    name: 'list gives the objects that are kept',
    breaks: (apiKeys) => ({ ...apiKeys, list: readingApiKeys(sharingApiKeys())(apiKeys).list }),
    caughtBy: ['a change to an API key that list gave does not reach the store'],
  },
  {
    name: 'list gives the array that is kept',
    breaks: (apiKeys) => {
      let kept: O.Option<readonly ApiKey[]> = O.none;
      return {
        ...apiKeys,
        list: () =>
          O.isSome(kept)
            ? TE.right(kept.value)
            : TE.map((found: readonly ApiKey[]) => {
                kept = O.some(found);
                return found;
              })(listReadable(apiKeys)),
      };
    },
    caughtBy: ['a change to the array of API keys that list gave does not reach the store'],
  },
];
