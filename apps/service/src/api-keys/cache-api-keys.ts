import type { ApiKey, ApiKeyDigest, ApiKeyRepository } from '@animal-store/access';
import { limitTime } from '@animal-store/access/node';
import type { RepositoryUnavailable } from '@animal-store/domain';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { LRUCache } from 'lru-cache';

/** How long a found key is used, in milliseconds, so that a revocation holds everywhere within 10 s. */
const lifetime = 8_000;

/** Time limit of a lookup, in milliseconds. */
const lookupTime = 2_000;

class LookupFailed extends Error {
  readonly failure: RepositoryUnavailable;
  constructor(failure: RepositoryUnavailable) {
    super('The API key was not looked up');
    this.failure = failure;
  }
}

/**
 * Puts a cache before `findByDigest`. Concurrent lookups of one key are one. A key that is not found is not kept. The
 * lifetime begins with the lookup, because a revocation may come while it runs.
 */
export const cacheApiKeys = ({
  findByDigest,
}: Pick<ApiKeyRepository, 'findByDigest'>): ApiKeyRepository['findByDigest'] => {
  const cache = new LRUCache<ApiKeyDigest, ApiKey>({
    max: 10_000,
    ttl: lifetime,
    perf: { now: () => performance.now() },
    fetchMethod: async (digest, _stale, { options }) => {
      const began = performance.now();
      const found = await findByDigest(digest)();
      if (E.isLeft(found)) throw new LookupFailed(found.left);
      // A ttl of 0 would never end.
      options.ttl = Math.max(1, lifetime - (performance.now() - began));
      return O.toUndefined(found.right);
    },
  });
  const lookup = async (digest: ApiKeyDigest): Promise<E.Either<RepositoryUnavailable, O.Option<ApiKey>>> => {
    try {
      return E.right(O.fromNullable(await cache.fetch(digest)));
    } catch (error) {
      if (error instanceof LookupFailed) return E.left(error.failure);
      throw error;
    }
  };
  const limited = (digest: ApiKeyDigest) => limitTime(lookupTime)(() => lookup(digest));
  return (digest) => {
    const known = cache.get(digest);
    return known === undefined ? limited(digest) : TE.right(O.some(known));
  };
};
