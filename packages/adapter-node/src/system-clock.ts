import type { Clock, Instant } from '@animal-store/access';

/** The clock of the machine. */
export const systemClock: Clock = { now: () => Date.now() as Instant };
