import type { ApiKey } from '@animal-store/access';
import type { KeySlot } from './slots.ts';

/** The proof that a request has a valid API key, and a slot that counts to its share. */
export interface Authenticated {
  readonly apiKey: ApiKey;
  readonly slot: KeySlot;
}

/** The proof that an authenticated request is also within the rate limit. A protected operation cannot run without it. */
export interface Admitted extends Authenticated {
  /** The headers with the state of the rate limit, if there is one. */
  readonly rateHeaders: readonly string[];
}
