import type { io as IO } from 'fp-ts';
import type { ApiKeyDigest, ApiKeyToken } from './api-key.ts';

/** The cryptography of API keys. It cannot fail, so it has no TaskEither. */
export interface KeyMaterial {
  /** `length` bytes from a cryptographically secure source. */
  readonly randomBytes: (length: number) => IO.IO<Uint8Array>;

  /** The SHA-256 digest (FIPS 180-4) of the token's ASCII bytes, as 64 lower-case hex digits. */
  readonly sha256: (token: ApiKeyToken) => ApiKeyDigest;
}
