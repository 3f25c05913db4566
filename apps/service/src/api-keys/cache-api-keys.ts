import type { ApiKeyDigest, ApiKeyRepository } from '@animal-store/access';
import { limitTime } from '@animal-store/access/node';
import { either as E, option as O } from 'fp-ts';
import { LRUCache } from 'lru-cache';

type FindByDigest = ApiKeyRepository['findByDigest'];

/** How long a found key is used, in milliseconds, so that a revocation holds everywhere within 10 s. */
const lifetime = 8_000;

/** Time limit of a lookup, in milliseconds. */
const lookupTime = 2_000;

/**
 * Puts a cache before `findByDigest`. Concurrent lookups of one key are one. A lookup that finds no key or fails is not kept.
 * The lifetime begins with the lookup, because a revocation may come while it runs.
 */
export const cacheApiKeys = ({ findByDigest }: Pick<ApiKeyRepository, 'findByDigest'>): FindByDigest => {
  const lookUp = async (digest: ApiKeyDigest): ReturnType<ReturnType<FindByDigest>> => {
    let isFound = false;
    try {
      const outcome = await limitTime(lookupTime)(findByDigest(digest))();
      isFound = E.isRight(outcome) && O.isSome(outcome.right);
      return outcome;
    } finally {
      if (!isFound) lookups.delete(digest);
    }
  };
  const lookups = new LRUCache<ApiKeyDigest, ReturnType<typeof lookUp>>({
    max: 10_000,
    ttl: lifetime,
    perf: { now: () => performance.now() },
    memoMethod: lookUp,
  });
  return (digest) => () => lookups.memo(digest);
};
