import type { ApiKeyId } from '@animal-store/access';
import { errors } from '../errors.ts';

/** The default limit of requests in flight. */
export const defaultRequestsInFlight = 500;

/** The requests in flight of one API key. */
interface Share {
  inFlight: number;
}

/** The place of one request among those in flight. */
export interface Slot {
  /** Counts the request for its API key. Throws 429 if the key has half of the slots, rounded up. */
  readonly countFor: (id: ApiKeyId) => void;
  readonly free: () => void;
}

/** Limits the requests in flight. The result takes a slot for a request, or throws 503. */
export const limitInFlight = (limit: number): (() => Slot) => {
  const half = Math.ceil(limit / 2);
  // An entry stays, because keys are few.
  const shares = new Map<ApiKeyId, Share>();
  let inFlight = 0;
  return () => {
    if (inFlight >= limit) throw errors.allTaken();
    inFlight += 1;
    let share: Share | undefined;
    return {
      countFor: (id) => {
        const own = shares.get(id) ?? { inFlight: 0 };
        if (own.inFlight >= half) throw errors.shareTaken();
        own.inFlight += 1;
        shares.set(id, own);
        share = own;
      },
      free: () => {
        inFlight -= 1;
        if (share !== undefined) share.inFlight -= 1;
      },
    };
  };
};
