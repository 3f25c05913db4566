import type { ApiKeyDigest, Clock, Instant, KeyMaterial } from '@animal-store/access';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** The cryptography of a browser. The digest of WebCrypto is asynchronous and the port is not, so a library computes it. */
export const browserKeyMaterial: KeyMaterial = {
  randomBytes: (length) => () => crypto.getRandomValues(new Uint8Array(length)),
  sha256: (token) => bytesToHex(sha256(utf8ToBytes(token))) as ApiKeyDigest,
};

/** The clock of the browser. */
export const browserClock: Clock = { now: () => Date.now() as Instant };
