import type { taskEither as TE } from 'fp-ts';
import type { PetIdOutOfRange, PetIdTaken, RepositoryUnavailable } from './errors.ts';
import type { Pet } from './pet.ts';
import type { PetId } from './pet-id.ts';

/** The highest id that an animal may keep when it is moved, 2^52. As many ids above it stay free for new animals. */
export const maxKeptPetId: bigint = 2n ** 52n;

/** Whether an animal may keep its id when it is moved: 1 … 2^52. */
export const isKeptPetId = (id: PetId): boolean => id >= 1n && id <= maxKeptPetId;

/** Whether an animal was stored now, or was stored before under the same id and is equal. */
export type Kept = 'inserted' | 'present';

/**
 * What only commands for maintenance do with the animals of a store, never a client of the HTTP API: there the service
 * assigns the ids. No method does anything before its TaskEither is run.
 */
export interface PetMaintenance {
  /**
   * Stores an animal under the id that it has. It may be repeated: an equal animal under the same id stays as it is. One
   * that differs is `PetIdTaken`, and stays as it is as well. An id that is not kept (`isKeptPetId`) is
   * `PetIdOutOfRange`. Ids that are assigned by processes that start afterwards are greater than this one.
   */
  readonly insertWithId: (pet: Pet) => TE.TaskEither<PetIdTaken | PetIdOutOfRange | RepositoryUnavailable, Kept>;

  /**
   * An id that is not below any that the store has assigned, and below each that it will assign to a process that starts
   * now; 0 if it has assigned none.
   */
  readonly lastId: () => TE.TaskEither<RepositoryUnavailable, bigint>;
}
