import type { io as IO } from 'fp-ts';
import type { ApiKeyDigest, ApiKeyToken } from './api-key.ts';
import type { ApiKeyRepository } from './api-key-repository.ts';
import type { Instant } from './instant.ts';

/** Returns the current time. It cannot fail, so it is an IO and not a TaskEither. */
export interface Clock {
  readonly now: IO.IO<Instant>;
}

/** The cryptography of API keys. It cannot fail, so it has no TaskEither. */
export interface KeyMaterial {
  /** `length` bytes from a cryptographically secure source. */
  readonly randomBytes: (length: number) => IO.IO<Uint8Array>;
  /** The SHA-256 digest (FIPS 180-4) of the token's ASCII bytes, as 64 lower-case hex digits. */
  readonly sha256: (token: ApiKeyToken) => ApiKeyDigest;
}

/** The ports of the use cases of API keys. */
export interface AccessPorts {
  readonly apiKeys: ApiKeyRepository;
  readonly clock: Clock;
  readonly keyMaterial: KeyMaterial;
}
