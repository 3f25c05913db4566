import {
  type AccessPorts,
  type ApiKey,
  type ApiKeyDigest,
  type ApiKeyRepository,
  type ApiKeyToken,
  apiKeyState,
} from '@animal-store/access';
import { type RepositoryUnavailable, repositoryUnavailable } from '@animal-store/domain';
import { either as E, option as O, type task as T } from 'fp-ts';
import type { LookupLimits } from '../configuration/limits.ts';
import { withTimeout } from '../with-timeout.ts';
import { createGate, type Permit, type Refusal } from './gate.ts';
import type { RecognizeApiKey } from './recognized-api-key.ts';

/** A repository of API keys with a cache; `recognize` reads the cache alone. */
export interface CachedApiKeys {
  readonly apiKeys: ApiKeyRepository;
  readonly recognize: RecognizeApiKey;
}

type Found = E.Either<RepositoryUnavailable, O.Option<ApiKey>>;

interface Entry {
  readonly apiKey: ApiKey;
  /** When its lookup began, by the clock. */
  readonly began: number;
}

/** What each of two kinds of lookups may take, in percent: a flood of unknown keys leaves room for the known ones. */
const sharePercent = 75;

/**
 * Puts a cache before `findByDigest`. A key that is found is used for `cacheTime` without another lookup. After that it
 * is still recognized, and unknown keys cannot take all lookups at once, so a flood of these does not lock it out.
 * Unknown keys are never cached, and cannot evict others. Concurrent requests with one key share one lookup.
 */
export const cacheApiKeys = (
  { apiKeys, clock: { now }, keyMaterial }: AccessPorts,
  limits: LookupLimits,
): CachedApiKeys => {
  // In the order of their last lookups, so the first is evicted first.
  const entries = new Map<ApiKeyDigest, Entry>();
  const pending = new Map<ApiKeyDigest, Promise<Found>>();
  const gate = createGate<'known' | 'unknown'>({
    capacity: limits.running,
    share: (limits.running * sharePercent) / 100,
    maxWait: limits.checkTime,
  });
  let waiting = 0;

  // An entry must not live longer because the clock was set back.
  const isFresh = ({ began }: Entry, time = now()): boolean => time >= began && time - began < limits.cacheTime;

  const keep = (digest: ApiKeyDigest, entry: Entry): void => {
    const [oldest] = entries.keys();
    if (entries.size >= limits.cachedKeys && oldest !== undefined) entries.delete(oldest);
    entries.set(digest, entry);
  };

  const enter = async (kind: 'known' | 'unknown'): Promise<Permit | Refusal> => {
    const entered = gate.enter(kind, 1);
    if (!(entered instanceof Promise) || kind === 'known') return entered;
    waiting += 1;
    return entered.finally(() => {
      waiting -= 1;
    });
  };

  const findThroughGate = async (digest: ApiKeyDigest, kind: 'known' | 'unknown'): Promise<Found> => {
    const permit = await enter(kind);
    if (typeof permit === 'string') return late();
    try {
      return await apiKeys.findByDigest(digest)();
    } finally {
      permit.leave();
    }
  };

  const lookup = async (digest: ApiKeyDigest): Promise<Found> => {
    const began = now();
    const kind = entries.has(digest) ? 'known' : 'unknown';
    if (kind === 'unknown' && waiting >= limits.waiting) {
      return E.left(repositoryUnavailable(`${limits.waiting} lookups of API keys are waiting`));
    }
    const found = await findThroughGate(digest, kind);
    if (E.isRight(found)) {
      entries.delete(digest);
      if (O.isSome(found.right)) keep(digest, { apiKey: found.right.value, began });
    }
    return found;
  };

  const late = (): Found =>
    E.left(repositoryUnavailable(new Error(`The API key was not looked up within ${limits.checkTime} ms`)));

  const findByDigest =
    (digest: ApiKeyDigest): T.Task<Found> =>
    () => {
      const entry = entries.get(digest);
      if (entry !== undefined && isFresh(entry)) return Promise.resolve(E.right(O.some(entry.apiKey)));
      const shared = pending.get(digest) ?? lookup(digest).finally(() => pending.delete(digest));
      pending.set(digest, shared);
      return withTimeout(limits.checkTime, shared, late);
    };

  return {
    apiKeys: { ...apiKeys, findByDigest },
    recognize: (credential) => {
      const entry = entries.get(keyMaterial.sha256(credential as ApiKeyToken));
      const time = now();
      if (entry === undefined || apiKeyState(time)(entry.apiKey) !== 'active') return undefined;
      return { apiKey: entry.apiKey, isCurrent: isFresh(entry, time) };
    },
  };
};
