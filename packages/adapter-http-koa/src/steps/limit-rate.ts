import { createRequire } from 'node:module';
import type { Step } from '../application/http-context.ts';
import { respondWithError } from '../response/error-response.ts';
import { setHeader } from '../response/response-headers.ts';

/** The number of requests that an API key may make in a number of seconds, in this process. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

// Loaded only if a rate is set: it takes 27 ms of the startup.
const load = (): typeof import('rate-limiter-flexible') => createRequire(import.meta.url)('rate-limiter-flexible');

/**
 * Limits the rate of requests per API key: above it, they get 429 with `Retry-After`. Every response to an
 * authenticated request has the limit and its state in `RateLimit-Policy` and `RateLimit`
 * (draft-ietf-httpapi-ratelimit-headers-10).
 */
export const limitRate = ({ requests, seconds }: RateLimit): Step => {
  const { RateLimiterMemory, RateLimiterRes } = load();
  const limiter = new RateLimiterMemory({ points: requests, duration: seconds });
  // The library rejects with the same outcome when the limit is exceeded.
  const consume = (key: string) =>
    limiter.consume(key).catch((refused: unknown) => {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    });
  const policy = `"api-key";q=${requests};w=${seconds}`;
  return async (ctx) => {
    const { apiKey } = ctx.state;
    if (apiKey === undefined) return;
    const { consumedPoints, remainingPoints, msBeforeNext } = await consume(apiKey.id);
    const wait = Math.max(1, Math.ceil(msBeforeNext / 1000));
    setHeader(ctx.res, 'RateLimit-Policy', policy);
    setHeader(ctx.res, 'RateLimit', `"api-key";r=${remainingPoints};t=${wait}`);
    if (consumedPoints <= requests) return;
    setHeader(ctx.res, 'Retry-After', `${wait}`);
    respondWithError(ctx, 'rate_limited', `at most ${requests} requests in ${seconds} seconds; wait and try again`);
  };
};
