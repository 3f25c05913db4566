import type { ApiKeyId } from '@animal-store/access';
import { errors } from '../errors.ts';

/** The default limit of requests in flight. */
export const defaultRequestsInFlight = 500;

/** The place of one request among those in flight. */
export interface Slot {
  /** Counts the request for its API key. Throws 429 if the key has half of the slots, rounded up. */
  readonly countFor: (id: ApiKeyId) => void;
  readonly free: () => void;
}

/** Limits the requests in flight. The result takes a slot for a request, or throws 503. */
export const limitInFlight = (limit: number): (() => Slot) => {
  const half = Math.ceil(limit / 2);
  // The requests in flight of each API key. An entry stays, because keys are few.
  const shares = new Map<ApiKeyId, number>();
  let inFlight = 0;
  return () => {
    if (inFlight >= limit) throw errors.allTaken();
    inFlight += 1;
    let counted: ApiKeyId | undefined;
    return {
      countFor: (id) => {
        const own = shares.get(id) ?? 0;
        if (own >= half) throw errors.shareTaken();
        shares.set(id, own + 1);
        counted = id;
      },
      free: () => {
        inFlight -= 1;
        if (counted !== undefined) shares.set(counted, (shares.get(counted) ?? 0) - 1);
      },
    };
  };
};
