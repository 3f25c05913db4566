import { type ApiKey, type ApiKeyRepository, type Instant, isReadable } from '@animal-store/access';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { apiKey, instant } from '../../src/samples.ts';
import { eager, type Fault, memoised, pause } from '../fault.ts';
import { ifReadable, listReadable, readingApiKeys } from './reading-api-keys.ts';

/** Keeps the revocations itself, by a rule of its own. */
const revoking =
  (
    rule: (current: Instant | undefined, from: Instant) => Instant,
    beforeWriting: () => Promise<void> = async () => {},
  ) =>
  (apiKeys: ApiKeyRepository): ApiKeyRepository => {
    const revocations = new Map<string, Instant>();
    const revocation = ({ id, revoked }: ApiKey): Instant | undefined => revocations.get(id) ?? revoked;
    const reading = readingApiKeys((key) => {
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

export const apiKeyRevocationFaults: readonly Fault<ApiKeyRepository>[] = [
  {
    name: 'revoke gives the API key as it was before',
    breaks: (apiKeys) => ({
      ...apiKeys,
      revoke: (id, from) => async () => {
        const before = await apiKeys.find(id)();
        await apiKeys.revoke(id, from)();
        return before;
      },
    }),
    caughtBy: ['a revocation gives the API key as it is then, and every reader sees it'],
  },
  {
    name: 'revoke says that it revoked, and does not',
    breaks: (apiKeys) => ({
      ...apiKeys,
      revoke: (id, from) => TE.map(O.map(ifReadable((key) => ({ ...key, revoked: from }))))(apiKeys.find(id)),
    }),
    caughtBy: ['a revocation gives the API key as it is then, and every reader sees it'],
  },
  {
    name: 'the last revocation holds',
    breaks: revoking((_, from) => from),
    caughtBy: ['a later revocation does not move an earlier one'],
  },
  {
    name: 'the first revocation holds',
    breaks: revoking((current, from) => current ?? from),
    caughtBy: ['an earlier revocation takes the place of a later one'],
  },
  {
    name: 'a revocation takes the place of the one that an API key was added with',
    breaks: (apiKeys) => {
      const revoked = new Set<string>();
      const { revoke } = revoking((_, from) => from)(apiKeys);
      return {
        ...apiKeys,
        revoke: (id, from) => {
          const first = !revoked.has(id);
          revoked.add(id);
          return first ? revoke(id, from) : apiKeys.revoke(id, from);
        },
      };
    },
    caughtBy: ['the revocation that an API key was added with counts like any other'],
  },
  {
    name: 'a revocation at 0 is taken for none',
    breaks: (apiKeys) => ({
      ...apiKeys,
      revoke: (id, from) => (from === 0 ? apiKeys.find(id) : apiKeys.revoke(id, from)),
    }),
    caughtBy: ['a revocation holds at every edge of the range of instants'],
  },
  {
    name: 'a revocation before 1970 is moved to its beginning',
    breaks: (apiKeys) => ({ ...apiKeys, revoke: (id, from) => apiKeys.revoke(id, instant(Math.max(from, 0))) }),
    caughtBy: ['a revocation holds at every edge of the range of instants'],
  },
  {
    name: 'a revocation removes the expiry',
    breaks: readingApiKeys(({ expires, ...key }) =>
      expires === undefined || key.revoked !== undefined ? key : { ...key, expires },
    ),
    caughtBy: ['a revocation leaves the expiry of an API key alone'],
  },
  {
    name: 'a revocation holds for every API key of the same label',
    breaks: (apiKeys) => ({
      ...apiKeys,
      revoke: (id, from) => async () => {
        const keys = await TE.getOrElse(() => async (): Promise<readonly ApiKey[]> => [])(listReadable(apiKeys))();
        const label = keys.find((key) => key.id === id)?.label;
        for (const key of keys) if (key.label === label) await apiKeys.revoke(key.id, from)();
        return apiKeys.find(id)();
      },
    }),
    caughtBy: ['a revocation changes no other API key'],
  },
  {
    name: 'a revocation of an unknown id adds an API key',
    breaks: (apiKeys) => ({
      ...apiKeys,
      revoke: (id, from) => async () => {
        const revoked = await apiKeys.revoke(id, from)();
        if (E.isRight(revoked) && O.isNone(revoked.right)) await apiKeys.add(apiKey(200, { id, revoked: from }))();
        return revoked;
      },
    }),
    caughtBy: ['a revocation of an unknown id gives none and adds nothing'],
  },
  {
    name: 'revocations at once both read before either has written',
    breaks: revoking(earlier, pause),
    caughtBy: ['of 50 revocations at once the earliest holds'],
  },
  {
    name: 'a revocation runs when it is made',
    breaks: (apiKeys) => ({ ...apiKeys, revoke: (id, from) => eager(apiKeys.revoke(id, from)) }),
    caughtBy: ['a revocation does nothing before it is run'],
  },
  {
    name: 'a revocation runs only the first time',
    breaks: (apiKeys) => ({ ...apiKeys, revoke: (id, from) => memoised(apiKeys.revoke(id, from)) }),
    caughtBy: ['one revocation run before and after the API key is added revokes it the second time'],
  },
];
