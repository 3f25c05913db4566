import { type AccessPorts, type ApiKeyToken, type Authenticate, apiKeyState } from '@animal-store/access';
import { limitTime } from '@animal-store/access/node';
import { either as E } from 'fp-ts';
import { LRUCache } from 'lru-cache';

/** How long a found key is used, in milliseconds, so that a revocation holds everywhere within 10 s. */
const lifetime = 8_000;

/** Time limit of a lookup, in milliseconds. */
const lookupTime = 2_000;

type Lookup = ReturnType<ReturnType<Authenticate>>;

/**
 * Puts a cache before `authenticate`. Concurrent lookups of one key are one. A credential that is not accepted is not kept. The
 * lifetime begins with the lookup, because a revocation may come while it runs.
 */
export const cacheAuthentication = (
  authenticate: Authenticate,
  { clock, keyMaterial }: Pick<AccessPorts, 'clock' | 'keyMaterial'>,
): Authenticate => {
  const lookups = new LRUCache<string, Lookup>({ max: 10_000, ttl: lifetime, perf: { now: () => performance.now() } });
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
    // A key can expire while it is kept.
    const isKept = E.isLeft(found) || apiKeyState(clock.now())(found.right) === 'active';
    return isKept ? found : authenticate(credential)();
  };
};
