import { createRequire } from 'node:module';
import { errors } from '../message/errors.ts';
import type { ApiResponse } from '../message/response.ts';
import type { Admitted, Authenticated } from './admitted.ts';

/** The number of requests that an API key may make in a number of seconds, in this process. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** Admits an authenticated request, or refuses it. */
export type LimitRate = (authenticated: Authenticated) => Admitted | Promise<Admitted | ApiResponse>;

const none: readonly string[] = [];

/** Admits every authenticated request. */
export const withoutRateLimit: LimitRate = ({ apiKey, slot }) => ({ apiKey, slot, rateHeaders: none });

// Loaded only if a rate is set: it takes 27 ms of the startup.
const load = (): typeof import('rate-limiter-flexible') => createRequire(import.meta.url)('rate-limiter-flexible');

/**
 * Limits the rate of requests per API key: above it, they get 429 with `Retry-After`. Every response to an
 * authenticated request has the limit and its state in `RateLimit-Policy` and `RateLimit`
 * (draft-ietf-httpapi-ratelimit-headers-10).
 */
export const limitRate = ({ requests, seconds }: RateLimit): LimitRate => {
  const { RateLimiterMemory, RateLimiterRes } = load();
  const limiter = new RateLimiterMemory({ points: requests, duration: seconds });
  // The library rejects with the same outcome when the limit is exceeded.
  const consume = (key: string) =>
    limiter.consume(key).catch((refused: unknown) => {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    });
  const policy = `"api-key";q=${requests};w=${seconds}`;
  const exceeded: ApiResponse = { ...errors.rateExceeded.of(requests, seconds), refusal: 'rate' };
  return async ({ apiKey, slot }) => {
    const { consumedPoints, remainingPoints, msBeforeNext } = await consume(apiKey.id);
    const wait = Math.max(1, Math.ceil(msBeforeNext / 1000));
    const rateHeaders = ['RateLimit-Policy', policy, 'RateLimit', `"api-key";r=${remainingPoints};t=${wait}`];
    if (consumedPoints <= requests) return { apiKey, slot, rateHeaders };
    return { ...exceeded, headers: [...rateHeaders, 'Retry-After', `${wait}`, ...exceeded.headers] };
  };
};
