import { hash, randomBytes } from 'node:crypto';
import type { ApiKeyDigest, KeyMaterial } from '@animal-store/access';

/** Random bytes and SHA-256 of `node:crypto`. */
export const nodeKeyMaterial: KeyMaterial = {
  randomBytes: (length) => () => randomBytes(length),
  // The one-shot function takes a third of the time of createHash (Node.js 24).
  sha256: (token) => hash('sha256', token, 'hex') as ApiKeyDigest,
};
