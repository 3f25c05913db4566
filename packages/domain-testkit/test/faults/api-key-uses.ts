import { type ApiKey, type ApiKeyId, type ApiKeyRepository, type Instant, isReadable } from '@animal-store/access';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { apiKey, instant } from '../../src/samples.ts';
import { coalesced, eager, memoised, pause, returning, seed } from '../fault.ts';
import { ifReadable, listReadable } from './api-key-reads.ts';

const kept = 'a use of an API key is kept, and every reader sees it';
const latest = 'only the latest use of an API key is kept, at every edge of the range of instants';
const noOther = 'a use changes no other API key, and adds none when its id is unknown';
const atOnce = 'of uses and finds at once of 50 API keys each is of its own';
const lazy = 'a use does nothing before it is run, and is recorded each time it is run';

/** Keeps the uses itself, by a rule of its own. */
const using =
  (rule: (current: Instant | undefined, at: Instant) => Instant) =>
  (apiKeys: ApiKeyRepository): ApiKeyRepository => {
    const uses = new Map<ApiKeyId, Instant>();
    return {
      ...returning((key: ApiKey) => {
        const lastUsed = uses.get(key.id);
        return lastUsed === undefined ? key : { ...key, lastUsed };
      })(apiKeys),
      recordUse: (id, at) => async () => {
        uses.set(id, rule(uses.get(id), at));
        return E.right(undefined);
      },
    };
  };

export const apiKeyUseFaults = seed('an ApiKeyRepository', {
  'a use is forgotten': [() => ({ recordUse: () => async () => E.right(undefined) }), kept, latest, noOther, lazy],
  'a revocation forgets the last use': [
    (apiKeys) =>
      returning(({ lastUsed, ...key }: ApiKey) =>
        key.revoked === undefined ? { ...key, ...(lastUsed !== undefined && { lastUsed }) } : key,
      )(apiKeys),
    kept,
  ],
  'the last use that is recorded holds': [using((_, at) => at), latest],
  'the first use holds': [using((current, at) => current ?? at), latest],
  'a use is recorded for all API keys': [
    (apiKeys) => ({
      recordUse: (_, at) => async () => {
        for (const n of [1, 2, 3]) await apiKeys.recordUse(apiKey(n).id, at)();
        return E.right(undefined);
      },
    }),
    noOther,
  ],
  'a use of an unknown id adds an API key': [
    (apiKeys) => ({
      recordUse: (id, at) => async () => {
        const found = await apiKeys.find(id)();
        if (E.isRight(found) && O.isNone(found.right)) await apiKeys.add(apiKey(200, { id, lastUsed: at }))();
        return apiKeys.recordUse(id, at)();
      },
    }),
    noOther,
  ],
  'uses at once are uses of the first API key': [coalesced('recordUse'), atOnce],
  'a use runs when it is made': [eager('recordUse'), lazy],
  'a use runs only the first time': [memoised('recordUse'), lazy],
});

/** Keeps the revocations itself, by a rule of its own. */
const revoking =
  (
    rule: (current: Instant | undefined, from: Instant) => Instant,
    beforeWriting: () => Promise<void> = async () => {},
  ) =>
  (apiKeys: ApiKeyRepository): ApiKeyRepository => {
    const revocations = new Map<string, Instant>();
    const revocation = ({ id, revoked }: ApiKey): Instant | undefined => revocations.get(id) ?? revoked;
    const reading = returning((key: ApiKey) => {
      const revoked = revocation(key);
      return revoked === undefined ? key : { ...key, revoked };
    })(apiKeys);
    return {
      ...reading,
      revoke: (id, from) => async () => {
        const found = await apiKeys.find(id)();
        if (E.isRight(found) && O.isSome(found.right) && isReadable(found.right.value)) {
          const revoked = rule(revocation(found.right.value), from);
          await beforeWriting();
          revocations.set(id, revoked);
        }
        return reading.find(id)();
      },
    };
  };

const earlier = (current: Instant | undefined, from: Instant): Instant =>
  current !== undefined && current < from ? current : from;

export const apiKeyRevocationFaults = seed('an ApiKeyRepository', {
  'revoke returns the API key as it was before': [
    (apiKeys) => ({
      revoke: (id, from) => async () => {
        const before = await apiKeys.find(id)();
        await apiKeys.revoke(id, from)();
        return before;
      },
    }),
    'the earliest revocation of an API key holds, and every reader sees it',
  ],
  'revoke says that it revoked, and does not': [
    (apiKeys) => ({
      revoke: (id, from) => TE.map(O.map(ifReadable((key) => ({ ...key, revoked: from }))))(apiKeys.find(id)),
    }),
    'the earliest revocation of an API key holds, and every reader sees it',
  ],
  'the last revocation holds': [
    revoking((_, from) => from),
    'the earliest revocation of an API key holds, and every reader sees it',
  ],
  'the first revocation holds': [
    revoking((current, from) => current ?? from),
    'the earliest revocation of an API key holds, and every reader sees it',
  ],
  'a revocation takes the place of the one that an API key was added with': [
    (apiKeys) => {
      const revoked = new Set<string>();
      const { revoke } = revoking((_, from) => from)(apiKeys);
      return {
        revoke: (id, from) => {
          const first = !revoked.has(id);
          revoked.add(id);
          return first ? revoke(id, from) : apiKeys.revoke(id, from);
        },
      };
    },
    'the revocation that an API key was added with counts like any other',
  ],
  'a revocation at 0 is taken for none': [
    (apiKeys) => ({
      revoke: (id, from) => (from === 0 ? apiKeys.find(id) : apiKeys.revoke(id, from)),
    }),
    'a revocation holds at every edge of the range of instants',
  ],
  'a revocation before 1970 is moved to its beginning': [
    (apiKeys) => ({ revoke: (id, from) => apiKeys.revoke(id, instant(Math.max(from, 0))) }),
    'a revocation holds at every edge of the range of instants',
  ],
  'a revocation removes the expiry': [
    returning(({ expires, ...key }: ApiKey) =>
      expires === undefined || key.revoked !== undefined ? key : { ...key, expires },
    ),
    'the earliest revocation of an API key holds, and every reader sees it',
  ],
  'a revocation holds for every API key of the same label': [
    (apiKeys) => ({
      revoke: (id, from) => async () => {
        const keys = await TE.getOrElse(() => async (): Promise<readonly ApiKey[]> => [])(listReadable(apiKeys))();
        const label = keys.find((key) => key.id === id)?.label;
        for (const key of keys) if (key.label === label) await apiKeys.revoke(key.id, from)();
        return apiKeys.find(id)();
      },
    }),
    'a revocation changes no other API key',
  ],
  'a revocation of an unknown id adds an API key': [
    (apiKeys) => ({
      revoke: (id, from) => async () => {
        const revoked = await apiKeys.revoke(id, from)();
        if (E.isRight(revoked) && O.isNone(revoked.right)) await apiKeys.add(apiKey(200, { id, revoked: from }))();
        return revoked;
      },
    }),
    'a revocation of an unknown id returns none and adds nothing',
  ],
  'revocations at once both read before either has written': [
    revoking(earlier, pause),
    'of 50 revocations at once the earliest holds',
  ],
  'a revocation runs when it is made': [
    eager('revoke'),
    'one revocation run before and after the API key is added revokes it the second time',
  ],
  'a revocation runs only the first time': [
    memoised('revoke'),
    'one revocation run before and after the API key is added revokes it the second time',
  ],
});
