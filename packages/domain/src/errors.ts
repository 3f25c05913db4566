import type * as t from 'io-ts';
import { toViolations, type Violation } from './violation.ts';

/**
 * The repository is not available now: it is unreachable, too slow, or in an unknown state. A write that failed with it
 * may have happened; only a retry finds out. A retry of a creation needs the same idempotency key.
 */
export interface RepositoryUnavailable {
  readonly _tag: 'RepositoryUnavailable';
  /** The underlying error, for the log and never for a client. */
  readonly cause: unknown;
}

/**
 * The repository has reached its limit, and refuses whatever needs more. Reads still work, and so do retries of a creation
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

/** The input is not an animal; `violations` names every invalid field. */
export interface InvalidPet {
  readonly _tag: 'InvalidPet';
  readonly violations: readonly Violation[];
}

/** Another animal has this id. */
export interface PetIdTaken {
  readonly _tag: 'PetIdTaken';
}

/** An animal cannot keep this id: it is not in the range of `isImportablePetId`. */
export interface PetIdOutOfRange {
  readonly _tag: 'PetIdOutOfRange';
}

/** Makes the failure `InvalidPet` of the errors of a codec. */
export const invalidPet = (errors: t.Errors): InvalidPet => ({ _tag: 'InvalidPet', violations: toViolations(errors) });

/** Makes the failure `RepositoryUnavailable` of the underlying error. */
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

/** The failure `PetIdTaken`. */
export const petIdTaken: PetIdTaken = { _tag: 'PetIdTaken' };

/** The failure `PetIdOutOfRange`. */
export const petIdOutOfRange: PetIdOutOfRange = { _tag: 'PetIdOutOfRange' };
