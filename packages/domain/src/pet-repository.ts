import type { option as O, taskEither as TE } from 'fp-ts';
import type { IdempotencyKeyReused, RepositoryFull, RepositoryUnavailable } from './errors.ts';
import type { Idempotency } from './idempotency.ts';
import type { NewPet, Pet } from './pet.ts';
import type { PetId } from './pet-id.ts';
import type { PetStatus } from './pet-status.ts';

/** A stretch of the animals: at most `limit` (a positive integer) of those with an id above `after`. */
export interface PetRange {
  readonly limit: number;
  readonly status?: PetStatus;
  readonly after?: PetId;
}

/**
 * Keeps the animals. No method does anything before its TaskEither is run; running one twice does it twice.
 * The laws below are checked by the contract suite of `@animal-store/domain-testkit`.
 */
export interface PetRepository {
  /**
   * The animals of a range, in ascending order of id. With a status, exactly those for which `hasStatus` holds.
   * Never more than `limit`, and never fewer while there are more.
   */
  readonly list: (range: PetRange) => TE.TaskEither<RepositoryUnavailable, readonly Pet[]>;

  /**
   * Adds an animal under a new id: positive, at most 2^53 − 1, and never used twice. It is greater than that of every
   * animal whose `add` had ended before this one, or the first run under its key, began on the same repository object, as
   * long as there is a higher one.
   * Once it succeeds the animal is kept.
   *
   * With an idempotency key, the first run adds the animal; every later one, or one at the same time, gives that
   * same animal when it was for an equal animal (`newPetEq`), and `IdempotencyKeyReused` when not. The record of the
   * key stands on its own: a retry gives what the first run gave, even after the animal was changed or removed.
   *
   * A repository with a limit refuses what exceeds it with `RepositoryFull`, and has then added nothing.
   */
  readonly add: (
    newPet: NewPet,
    idempotency?: Idempotency,
  ) => TE.TaskEither<IdempotencyKeyReused | RepositoryFull | RepositoryUnavailable, Pet>;

  /** The animal with this id, or none. */
  readonly find: (id: PetId) => TE.TaskEither<RepositoryUnavailable, O.Option<Pet>>;
}
