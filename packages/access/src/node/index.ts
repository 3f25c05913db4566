import { hash, randomBytes } from 'node:crypto';
import type { ApiKeyDigest, Clock, Instant, KeyMaterial } from '@animal-store/access';

/** The clock of the machine. It jumps when that clock is set. */
export const systemClock: Clock = { now: () => Date.now() as Instant };

/** Random bytes and SHA-256 of `node:crypto`. */
export const nodeKeyMaterial: KeyMaterial = {
  randomBytes: (length) => () => randomBytes(length),
  sha256: (token) => hash('sha256', token, 'hex') as ApiKeyDigest,
};
