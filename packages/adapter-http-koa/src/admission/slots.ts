import type { ApiKeyId } from '@animal-store/access';
import type { RequestLimits } from '../limits.ts';
import { forgetEmpty } from './forget-empty.ts';

/** Why something is refused: all of it is taken, or the share of the API key is. */
export type Refusal = 'all-taken' | 'share-taken';

/** The slot of a request whose API key is not checked yet. */
export interface Slot {
  /** Counts the request to the share of its API key, once the key is checked. */
  readonly assign: (key: ApiKeyId) => KeySlot | Refusal;
  /** Gives the slot back. Only the first call has an effect. */
  readonly free: () => void;
}

/** The slot of a request that counts to the share of its API key, and what the request holds. */
export interface KeySlot {
  /** Whether the byte budget of the process or of the key is spent, so that no large work may begin. */
  readonly spent: () => Refusal | undefined;
  /** Counts bytes that the request holds until it is over. They may exceed the budget. */
  readonly hold: (bytes: number) => void;
  /** Gives the slot and the bytes back. Only the first call has an effect. */
  readonly free: () => void;
}

/** What requests hold now. */
export interface SlotUsage {
  readonly requests: number;
  readonly unauthenticatedRequests: number;
  readonly bytes: number;
}

/** Slots for requests with a valid API key, and separate slots for all others. */
export interface Slots {
  readonly usage: () => SlotUsage;
  /** Takes a slot; `key` is the API key that the credential had when it was last looked up. */
  readonly take: (key: ApiKeyId | undefined) => Slot | Refusal;
}

interface Share {
  requests: number;
  bytes: number;
}

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

  const slotOf = (key: ApiKeyId, share: Share): Slot & KeySlot => {
    let held = 0;
    let isFree = false;
    const slot: Slot & KeySlot = {
      assign: () => slot,
      spent: () => {
        if (known.bytes >= maxBytesInFlight) return 'all-taken';
        return share.bytes >= maxBytesOfKey ? 'share-taken' : undefined;
      },
      hold: (bytes) => {
        if (isFree) return;
        held += bytes;
        known.bytes += bytes;
        share.bytes += bytes;
      },
      free: () => {
        if (isFree) return;
        isFree = true;
        known.requests -= 1;
        known.bytes -= held;
        share.requests -= 1;
        share.bytes -= held;
        if (share.requests === 0) forgetEmpty(shares, key);
      },
    };
    return slot;
  };

  const unknownSlot = (): Slot => {
    let isFree = false;
    unknown += 1;
    const free = (): void => {
      if (!isFree) unknown -= 1;
      isFree = true;
    };
    return {
      assign: (key) => {
        const share = shareOf(key);
        if (typeof share === 'string') return share;
        free();
        return slotOf(key, share);
      },
      free,
    };
  };

  return {
    usage: () => ({ ...known, unauthenticatedRequests: unknown }),
    take: (key) => {
      if (key === undefined) return unknown < maxUnauthenticatedInFlight ? unknownSlot() : 'all-taken';
      const share = shareOf(key);
      return typeof share === 'string' ? share : slotOf(key, share);
    },
  };
};
