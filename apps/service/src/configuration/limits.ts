// What bounds a process besides the limits of the HTTP adapter. Those of bytes and of clients without a key have no effect.
interface ServerLimits {
  readonly maxConnections: number;
  readonly maxKeySharePercent: number;
  readonly maxUnansweredInAll: number;
  readonly maxBytesWithoutKey: number;
  readonly maxUnreadStaticBytes: number;
  readonly strangers: 'limited' | 'trusted';
}

interface RequestLimits {
  readonly maxRequestsInFlight: number;
  readonly maxUnauthenticatedInFlight: number;
  readonly maxBytesInFlight: number;
  readonly maxKeySharePercent: number;
  readonly maxBytesBeingRead: number;
}

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
  server: {
    maxConnections: 1_500,
    maxKeySharePercent: 50,
    maxUnansweredInAll: 1_000,
    maxBytesWithoutKey: 16 * 1024,
    maxUnreadStaticBytes: 30 * 2 ** 20,
    strangers: 'limited',
  },
  requests: {
    maxRequestsInFlight: 500,
    maxUnauthenticatedInFlight: 0,
    maxBytesInFlight: 64 * 2 ** 20,
    maxKeySharePercent: 50,
    maxBytesBeingRead: 13 * 2 ** 20,
  },
  lookups: { cacheTime: 8_000, cachedKeys: 10_000, running: 8, waiting: 1_000, checkTime: 2_000 },
};
