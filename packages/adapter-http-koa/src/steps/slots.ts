import type { ApiKeyId } from '@animal-store/access';
import type { RequestLimits } from '../limits.ts';

/** Why a request gets no slot or no more bytes: all of them are taken, or the share of its key is. */
export type Refusal = 'all-taken' | 'share-taken';

/** What one request holds until `free` gives it back. */
export interface Slot {
  /** Counts the request to the share of its API key, once the key is known. */
  readonly assign: (key: ApiKeyId) => Refusal | undefined;
  /** Whether the byte budget of the process or of the key is spent, so that no large work may begin. */
  readonly spent: () => Refusal | undefined;
  /** Counts bytes that the request holds until it is over. They may exceed the budget. */
  readonly hold: (bytes: number) => void;
  readonly free: () => void;
}

/** Slots for requests with a known API key, and separate slots for all others. */
export interface Slots {
  /** Takes a slot; `key` is the API key that the credential had when it was last looked up. */
  readonly take: (key: ApiKeyId | undefined) => Slot | Refusal;
}

interface Share {
  requests: number;
  bytes: number;
}

/** How many empty shares are kept: V8 takes 0.5 µs to rebuild the table of a map that has become empty. */
const keptShares = 1_000;

/**
 * Makes the slots of a process. No key holds more than its share, and requests without a known key do not use the slots
 * of those with one.
 */
export const createSlots = (limits: RequestLimits): Slots => {
  const { maxRequestsInFlight, maxUnauthenticatedInFlight, maxBytesInFlight, maxKeySharePercent } = limits;
  const maxRequestsOfKey = Math.ceil((maxRequestsInFlight * maxKeySharePercent) / 100);
  const maxBytesOfKey = (maxBytesInFlight * maxKeySharePercent) / 100;
  const shares = new Map<ApiKeyId, Share>();
  const known: Share = { requests: 0, bytes: 0 };
  let unknown = 0;

  const shareOf = (key: ApiKeyId): Share | Refusal => {
    if (known.requests >= maxRequestsInFlight) return 'all-taken';
    const share = shares.get(key) ?? { requests: 0, bytes: 0 };
    if (share.requests >= maxRequestsOfKey) return 'share-taken';
    shares.set(key, share);
    known.requests += 1;
    share.requests += 1;
    return share;
  };

  return {
    take: (recognized) => {
      let key = recognized;
      let share: Share | undefined;
      let held = 0;
      if (key !== undefined) {
        const found = shareOf(key);
        if (typeof found === 'string') return found;
        share = found;
      } else if (unknown >= maxUnauthenticatedInFlight) {
        return 'all-taken';
      } else {
        unknown += 1;
      }

      const leave = (): void => {
        if (share === undefined || key === undefined) {
          unknown -= 1;
          return;
        }
        known.requests -= 1;
        known.bytes -= held;
        share.requests -= 1;
        share.bytes -= held;
        if (share.requests === 0 && shares.size > keptShares) shares.delete(key);
      };

      return {
        assign: (found) => {
          if (key === found) return undefined;
          const next = shareOf(found);
          if (typeof next === 'string') return next;
          leave();
          key = found;
          share = next;
          return undefined;
        },
        spent: () => {
          if (known.bytes >= maxBytesInFlight) return 'all-taken';
          return share !== undefined && share.bytes >= maxBytesOfKey ? 'share-taken' : undefined;
        },
        hold: (bytes) => {
          if (share === undefined) return;
          held += bytes;
          known.bytes += bytes;
          share.bytes += bytes;
        },
        free: leave,
      };
    },
  };
};
