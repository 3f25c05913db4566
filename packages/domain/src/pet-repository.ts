import type { option as O, taskEither as TE } from 'fp-ts';
import type { IdempotencyKeyReused, RepositoryFull, RepositoryUnavailable } from './errors.ts';
import type { Idempotency } from './idempotency.ts';
import type { PetId } from './int64.ts';
import type { ListPetsQuery } from './page.ts';
import type { NewPet, Pet } from './pet.ts';

/** Selects animals as `ListPetsQuery` does. Its `limit` is a positive integer below 2^31. */
export interface PetRange extends Omit<ListPetsQuery, 'limit'> {
  readonly limit: number;
}

/** A created animal, and whether it was created by an earlier run with the same idempotency key. */
export interface Added {
  readonly pet: Pet;
  readonly replayed: boolean;
}

/**
 * Stores the animals. No method does anything before its TaskEither is run; running one twice does it twice.
 * The contract suite of `@animal-store/domain-testkit` checks the laws below.
 */
export interface PetRepository {
  /**
   * The animals of a range, in ascending order of id: exactly those for which `passesFilter` holds.
   * Never more than `limit`, and never fewer while there are more.
   */
  readonly list: (range: PetRange) => TE.TaskEither<RepositoryUnavailable, readonly Pet[]>;

  /**
   * Adds an animal under a new id: positive, at most 2^53 − 1, and never used twice. While there are higher ids, the new id
   * is greater than the ids of all animals whose `add` on the same repository object had ended before this `add`, or the
   * first run with its key, began. Once `add` succeeds, the animal is stored.
   *
   * With an idempotency key, the first run adds the animal. A later or concurrent run with an equal animal (`newPetEq`)
   * returns the animal of the first run, even after the animal was changed or removed. A run with another animal fails with
   * `IdempotencyKeyReused`.
   *
   * `replayed` is false for the run that makes the record of its key, and for a run without a key. It is true for a run that
   * finds the record, including one that another run has not completed yet. An attempt that a repository repeats by itself
   * within a run, because it lost the response, may find its own record: either value is right then.
   *
   * A repository with a limit fails with `RepositoryFull` if the animal exceeds it, and then has added nothing.
   */
  readonly add: (
    newPet: NewPet,
    idempotency?: Idempotency,
  ) => TE.TaskEither<IdempotencyKeyReused | RepositoryFull | RepositoryUnavailable, Added>;

  /** The animal with this id, or none. */
  readonly find: (id: PetId) => TE.TaskEither<RepositoryUnavailable, O.Option<Pet>>;
}
