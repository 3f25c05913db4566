import type { ApiKeyId } from '@animal-store/access';
import type { Context } from 'koa';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
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
export const limitRate = ({ requests, seconds }: RateLimit): ((ctx: Context, id: ApiKeyId) => Promise<void>) => {
  const limiter = new RateLimiterMemory({ points: requests, duration: seconds });
  // The library rejects with the same outcome when the limit is exceeded.
  const consume = (key: string): Promise<RateLimiterRes> =>
    limiter.consume(key).catch((refused: unknown) => {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    });
  return async (ctx, id) => {
    const { consumedPoints, remainingPoints, msBeforeNext } = await consume(id);
    const wait = Math.max(1, Math.ceil(msBeforeNext / 1000));
    ctx.set('RateLimit-Policy', `"api-key";q=${requests};w=${seconds}`);
    ctx.set('RateLimit', `"api-key";r=${remainingPoints};t=${wait}`);
    if (consumedPoints > requests) throw errors.rateExceeded(requests, seconds, wait);
  };
};
