import type { ApiKey } from './api-key.ts';
import type { Instant } from './instant.ts';

// Five times 400 years of the Gregorian calendar, after which it repeats: 27 May 2026 becomes 27 May of the year 26.
const backdating = 730_485 * 86_400_000;

/**
 * The instant from which a key is rejected that is revoked now: 2,000 years ago, which every clock has passed. The clock of the machine
 * that revokes it may be ahead of those of the machines that check it.
 */
export const backdated = (now: Instant): Instant => (now - backdating) as Instant;

/** The instant at which a key was revoked, or will be; undefined if it is not to be revoked. */
export const revokedAt = ({ revoked }: ApiKey): Instant | undefined =>
  revoked !== undefined && revoked < 0 ? ((revoked + backdating) as Instant) : revoked;
