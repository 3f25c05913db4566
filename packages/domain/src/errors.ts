/**
 * The repository cannot answer now: unreachable, too slow, or its state unknown. A write that failed with it may
 * or may not have happened; only a repetition with the same idempotency key finds out.
 */
export interface RepositoryUnavailable {
  readonly _tag: 'RepositoryUnavailable';
  /** What happened underneath; for the log, never for a client. */
  readonly cause: unknown;
}

/**
 * The repository holds as much as it may, and refuses further animals. Reads still work, and so do retries of a creation
 * that it has a record of.
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

/** Makes the failure `RepositoryUnavailable` of what happened underneath. */
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
