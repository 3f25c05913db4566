import {
  connectionLimits,
  type RequestLimits,
  requestLimits,
  type ServerLimits,
  timeLimits,
} from '@animal-store/adapter-http-koa';
import type { Configuration } from './variables.ts';

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

const KiB = 1024;
const MiB = 1024 * KiB;

/** The largest page, in bytes: 100 animals whose names fill their bodies. */
export const largestPage: number = 100 * 64 * KiB;

/** The most memory that one of each takes, in bytes, measured with Node.js 24. */
const costs = {
  process: 105 * MiB,
  /** With 16 KiB of headers, as many as are allowed. */
  connection: 70 * KiB,
  request: 10 * KiB,
  /** For each byte of a page that is read: its BSON, its text of two bytes a character, and its JSON. */
  readByte: 4,
  /** For each byte that a client does not read: the send queue of the kernel, by `ss -tm`. A container counts it. */
  kernelByte: 1.25,
};

/**
 * The memory, in bytes, that a process and the kernel need at most for it with these bounds, without the animals of the
 * in-memory store. Lists that read at the same time can exceed the budget of bytes by the pages that they read. Not
 * counted is what the kernel takes of pages for clients with a valid key that do not read, up to `tcp_wmem` for each
 * connection, and what it receives for connections that are not read.
 */
export const memoryNeed = ({ server, requests }: ServiceLimits): number =>
  costs.process +
  server.maxConnections * costs.connection +
  (requests.maxRequestsInFlight + requests.maxUnauthenticatedInFlight + 2 * server.maxUnansweredInAll) * costs.request +
  requests.maxBytesInFlight +
  (requests.maxPetsBeingRead / 100) * largestPage * costs.readByte +
  (server.maxConnections * server.maxBytesWithoutKey + server.maxUnreadStaticBytes) * costs.kernelByte;

/** The bounds of a process with these settings. */
export const limitsOf = (settings: Configuration): ServiceLimits => ({
  server: { ...serviceLimits.server, maxConnections: settings.MAX_CONNECTIONS },
  requests: {
    ...serviceLimits.requests,
    maxRequestsInFlight: settings.MAX_REQUESTS_IN_FLIGHT,
    maxBytesInFlight: settings.MAX_BYTES_IN_FLIGHT,
    maxKeySharePercent: settings.MAX_KEY_SHARE_PERCENT,
  },
  lookups: serviceLimits.lookups,
});
