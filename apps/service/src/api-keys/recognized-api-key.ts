import type { ApiKey } from '@animal-store/access';

/** An API key that is known without a lookup in the store. */
export interface RecognizedApiKey {
  readonly apiKey: ApiKey;
  /** Whether the last lookup of the key is recent enough to be used without another one. */
  readonly isCurrent: boolean;
}

/**
 * Returns at once, without the store, the API key that a credential had in its last successful lookup. According to
 * that lookup, the key is neither expired nor revoked.
 */
export type RecognizeApiKey = (credential: string) => RecognizedApiKey | undefined;
