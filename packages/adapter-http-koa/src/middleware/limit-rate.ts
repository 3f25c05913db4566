import type { ApiKeyId } from '@animal-store/access';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { errors } from '../errors.ts';

/** The number of requests that an API key may make in a number of seconds, in this process. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/**
 * Limits the rate of requests per API key. The result counts a request of a key: above the limit it throws 429 with
 * `Retry-After`. The response to a counted request has the limit and its state in `RateLimit-Policy` and `RateLimit`
 * (draft-ietf-httpapi-ratelimit-headers-10).
 */
export const limitRate = ({ requests, seconds }: RateLimit): ((ctx: Context, id: ApiKeyId) => void) => {
  // The clock of the cache is `performance`, which does not jump when the clock of the machine is set.
  const perf = { now: () => performance.now() };
  const windows = new LRUCache<ApiKeyId, { count: number }>({
    ttl: seconds * 1_000,
    ttlAutopurge: true,
    ttlResolution: 0,
    perf,
  });
  return (ctx, id) => {
    const window = windows.get(id) ?? { count: 0 };
    if (window.count === 0) windows.set(id, window);
    window.count += 1;
    const wait = Math.max(1, Math.ceil(windows.getRemainingTTL(id) / 1_000));
    ctx.set('RateLimit-Policy', `"api-key";q=${requests};w=${seconds}`);
    ctx.set('RateLimit', `"api-key";r=${Math.max(0, requests - window.count)};t=${wait}`);
    if (window.count > requests) throw errors.rateExceeded(requests, seconds, wait);
  };
};
