import { type AccessPorts, type ApiKeyToken, type Authenticate, apiKeyState } from '@animal-store/access';
import { limitTime } from '@animal-store/store';
import { either as E } from 'fp-ts';
import { LRUCache } from 'lru-cache';

/** How long a valid key is cached, in milliseconds, so that a revocation takes effect everywhere within 10 s. */
const lifetime = 8_000;

/** Time limit of a lookup, in milliseconds. */
const lookupTime = 2_000;

type Lookup = ReturnType<ReturnType<Authenticate>>;

/**
 * Puts a cache in front of `authenticate`. Concurrent lookups of one key are one lookup. A rejected key is not cached. The
 * lifetime begins with the lookup, because the key may be revoked while it runs.
 */
export const cacheAuthentication = (
  authenticate: Authenticate,
  { clock, keyMaterial }: Pick<AccessPorts, 'clock' | 'keyMaterial'>,
): Authenticate => {
  // With a resolution, the cache has a timer for each millisecond of load.
  const time = { ttl: lifetime, ttlResolution: 0, perf: { now: () => performance.now() } };
  const lookups = new LRUCache<string, Lookup>({ max: 10_000, ...time });
  const lookUp = (digest: string, credential: string): Lookup => {
    const lookup = limitTime(lookupTime)(authenticate(credential))();
    lookups.set(digest, lookup);
    const drop = (): unknown => lookups.peek(digest) === lookup && lookups.delete(digest);
    lookup.then((found) => E.isLeft(found) && drop(), drop);
    return lookup;
  };
  return (credential) => async () => {
    const digest = keyMaterial.sha256(credential as ApiKeyToken);
    const found = await (lookups.get(digest) ?? lookUp(digest, credential));
    // A key can expire while it is cached.
    const isUsable = E.isLeft(found) || apiKeyState(clock.now())(found.right) === 'active';
    return isUsable ? found : lookUp(digest, credential);
  };
};
