import {
  connectionLimits,
  type RequestLimits,
  requestLimits,
  type ServerLimits,
  timeLimits,
} from '@animal-store/adapter-http-koa';

/** Bounds of looking up API keys in a store. Times are in milliseconds. */
export interface LookupLimits {
  /** How long a found key is used without another lookup. A revocation must be valid everywhere within 10 s. */
  readonly cacheTime: number;
  /** Most keys in the cache. One more evicts the key whose lookup is the oldest. */
  readonly cachedKeys: number;
  /** Most lookups at the same time, so that a flood of unknown keys does not take all connections to the store. */
  readonly running: number;
  /** Most waiting lookups of unknown keys. One more gets 503. Lookups of known keys go first. */
  readonly waiting: number;
  /** Time limit of the check of a key, including its wait. */
  readonly checkTime: number;
}

/** Limits on everything that clients can make a process hold or compute. */
export interface ServiceLimits {
  readonly server: ServerLimits;
  readonly requests: RequestLimits;
  readonly lookups: LookupLimits;
}

/** The bounds of a process unless its configuration sets others. */
export const serviceLimits: ServiceLimits = {
  server: { ...timeLimits, ...connectionLimits },
  requests: requestLimits,
  lookups: { cacheTime: 8_000, cachedKeys: 10_000, running: 8, waiting: 1_000, checkTime: 2_000 },
};
