import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Step } from '../application/http-context.ts';
import { respondWithError } from '../response/error-response.ts';
import { setHeader } from '../response/response-headers.ts';

/** How many requests an API key may make in so many seconds, in this process. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** The outcome for one more request. rate-limiter-flexible signals an exceeded limit by a rejection. */
const consume = (limiter: RateLimiterMemory, key: string): Promise<RateLimiterRes> =>
  limiter.consume(key).catch((refused: unknown) => {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  });

/**
 * Limits the rate of requests per API key: above it, they get 429 with `Retry-After`. Every response to an
 * authenticated request has the limit and its state in `RateLimit-Policy` and `RateLimit`
 * (draft-ietf-httpapi-ratelimit-headers-10).
 */
export const limitRate = ({ requests, seconds }: RateLimit): Step => {
  const limiter = new RateLimiterMemory({ points: requests, duration: seconds });
  const policy = `"api-key";q=${requests};w=${seconds}`;
  return async (ctx) => {
    const { apiKey } = ctx.state;
    if (apiKey === undefined) return;
    const { consumedPoints, remainingPoints, msBeforeNext } = await consume(limiter, apiKey.id);
    const wait = Math.max(1, Math.ceil(msBeforeNext / 1000));
    setHeader(ctx.res, 'RateLimit-Policy', policy);
    setHeader(ctx.res, 'RateLimit', `"api-key";r=${remainingPoints};t=${wait}`);
    if (consumedPoints <= requests) return;
    setHeader(ctx.res, 'Retry-After', `${wait}`);
    respondWithError(ctx, 'rate_limited', `at most ${requests} requests in ${seconds} seconds; wait and try again`);
  };
};
