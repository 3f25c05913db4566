import {
  type AccessPorts,
  type ApiKey,
  type ApiKeyToken,
  type Authenticate,
  apiKeyState,
  type Unauthenticated,
} from '@animal-store/access';
import { limitTime } from '@animal-store/access/node';
import type { RepositoryUnavailable } from '@animal-store/domain';
import { either as E, taskEither as TE } from 'fp-ts';
import { LRUCache } from 'lru-cache';

/** How long a found key is used, in milliseconds, so that a revocation holds everywhere within 10 s. */
const lifetime = 8_000;

/** Time limit of a lookup, in milliseconds. */
const lookupTime = 2_000;

class NotAuthenticated extends Error {
  readonly failure: Unauthenticated | RepositoryUnavailable;
  constructor(failure: NotAuthenticated['failure']) {
    super('The API key was not accepted');
    this.failure = failure;
  }
}

/**
 * Puts a cache before `authenticate`. Concurrent lookups of one key are one. A credential that is not accepted is not kept. The
 * lifetime begins with the lookup, because a revocation may come while it runs.
 */
export const cacheAuthentication = (
  authenticate: Authenticate,
  { clock, keyMaterial }: Pick<AccessPorts, 'clock' | 'keyMaterial'>,
): Authenticate => {
  const cache = new LRUCache<string, ApiKey, string>({
    max: 10_000,
    ttl: lifetime,
    perf: { now: () => performance.now() },
    fetchMethod: async (_digest, _stale, { context: credential, options }) => {
      const began = performance.now();
      const found = await authenticate(credential)();
      if (E.isLeft(found)) throw new NotAuthenticated(found.left);
      // A ttl of 0 would never end.
      options.ttl = Math.max(1, lifetime - (performance.now() - began));
      return found.right;
    },
  });
  const lookup = (digest: string, credential: string): ReturnType<Authenticate> =>
    TE.tryCatch(
      () => cache.forceFetch(digest, { context: credential }),
      (thrown) => {
        if (thrown instanceof NotAuthenticated) return thrown.failure;
        throw thrown;
      },
    );
  return (credential) => async () => {
    const digest = keyMaterial.sha256(credential as ApiKeyToken);
    const known = cache.get(digest);
    if (known === undefined) return limitTime(lookupTime)(lookup(digest, credential))();
    // A key can expire while it is kept.
    return apiKeyState(clock.now())(known) === 'active' ? E.right(known) : authenticate(credential)();
  };
};
