import type { Clock, Instant } from '@animal-store/access';

/** The clock of the machine. It jumps when that clock is set. */
export const systemClock: Clock = { now: () => Date.now() as Instant };
