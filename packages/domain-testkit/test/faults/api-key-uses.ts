import type { ApiKeyId, ApiKeyRepository, Instant } from '@animal-store/access';
import { either as E, option as O } from 'fp-ts';
import { apiKey } from '../../src/samples.ts';
import { eager, type Faults, memoised } from '../fault.ts';
import { readingApiKeys } from './reading-api-keys.ts';

const kept = 'a use of an API key is kept, and every reader sees it';
const latest = 'only the latest use of an API key is kept, at every edge of the range of instants';
const noOther = 'a use changes no other API key, and adds none when its id is unknown';
const lazy = 'a use does nothing before it is run, and is recorded each time it is run';

/** Keeps the uses itself, by a rule of its own. */
const using =
  (rule: (current: Instant | undefined, at: Instant) => Instant) =>
  (apiKeys: ApiKeyRepository): ApiKeyRepository => {
    const uses = new Map<ApiKeyId, Instant>();
    return {
      ...readingApiKeys((key) => {
        const lastUsed = uses.get(key.id);
        return lastUsed === undefined ? key : { ...key, lastUsed };
      })(apiKeys),
      recordUse: (id, at) => async () => {
        uses.set(id, rule(uses.get(id), at));
        return E.right(undefined);
      },
    };
  };

export const apiKeyUseFaults: Faults<ApiKeyRepository> = {
  'a use is forgotten': [
    (apiKeys) => ({ ...apiKeys, recordUse: () => async () => E.right(undefined) }),
    kept,
    latest,
    noOther,
    lazy,
  ],
  'a revocation forgets the last use': [
    (apiKeys) =>
      readingApiKeys(({ lastUsed, ...key }) =>
        key.revoked === undefined ? { ...key, ...(lastUsed !== undefined && { lastUsed }) } : key,
      )(apiKeys),
    kept,
  ],
  'the last use that is recorded holds': [using((_, at) => at), latest],
  'the first use holds': [using((current, at) => current ?? at), latest],
  'a use is recorded for all API keys': [
    (apiKeys) => ({
      ...apiKeys,
      recordUse: (_, at) => async () => {
        for (const n of [1, 2, 3]) await apiKeys.recordUse(apiKey(n).id, at)();
        return E.right(undefined);
      },
    }),
    noOther,
  ],
  'a use of an unknown id adds an API key': [
    (apiKeys) => ({
      ...apiKeys,
      recordUse: (id, at) => async () => {
        const found = await apiKeys.find(id)();
        if (E.isRight(found) && O.isNone(found.right)) await apiKeys.add(apiKey(200, { id, lastUsed: at }))();
        return apiKeys.recordUse(id, at)();
      },
    }),
    noOther,
  ],
  'a use runs when it is made': [eager('recordUse'), lazy],
  'a use runs only the first time': [memoised('recordUse'), lazy],
};
