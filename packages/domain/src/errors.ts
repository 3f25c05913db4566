/**
 * The repository is unavailable now: unreachable, too slow, or in an unknown state. A write that failed with this error
 * may have happened; only a retry with the same idempotency key finds out.
 */
export interface RepositoryUnavailable {
  readonly _tag: 'RepositoryUnavailable';
  /** The underlying error, for the log and never for a client. */
  readonly cause: unknown;
}

/**
 * The repository is full and rejects further animals. Reads still work, and so do retries of a creation that it has a
 * record of.
 */
export interface RepositoryFull {
  readonly _tag: 'RepositoryFull';
}

/** The idempotency key was used before, for another animal. */
export interface IdempotencyKeyReused {
  readonly _tag: 'IdempotencyKeyReused';
}

/** No animal has the given id. */
export interface PetNotFound {
  readonly _tag: 'PetNotFound';
}

/** Wraps the underlying error in the failure `RepositoryUnavailable`. */
export const repositoryUnavailable = (cause: unknown): RepositoryUnavailable => ({
  _tag: 'RepositoryUnavailable',
  cause,
});

/** The failure `RepositoryFull`. */
export const repositoryFull: RepositoryFull = { _tag: 'RepositoryFull' };

/** The failure `IdempotencyKeyReused`. */
export const idempotencyKeyReused: IdempotencyKeyReused = { _tag: 'IdempotencyKeyReused' };

/** The failure `PetNotFound`. */
export const petNotFound: PetNotFound = { _tag: 'PetNotFound' };
