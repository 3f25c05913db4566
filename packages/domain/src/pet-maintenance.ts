import type { taskEither as TE } from 'fp-ts';
import type { PetIdOutOfRange, PetIdTaken, RepositoryUnavailable } from './errors.ts';
import type { PetId } from './int64.ts';
import type { Pet } from './pet.ts';

/** The highest id that an import can keep, 2^52. As many ids above it remain for new animals. */
export const maxImportablePetId: bigint = 2n ** 52n;

/** Whether an import can keep this id: 1 … 2^52. */
export const isImportablePetId = (id: PetId): boolean => id >= 1n && id <= maxImportablePetId;

/** Whether an animal was stored now, or was stored before under the same id and is equal. */
export type Imported = 'inserted' | 'present';

/**
 * Stores animals under given ids, for maintenance commands only. Clients of the HTTP API cannot use it, because there the
 * service assigns the ids. No method does anything before its TaskEither is run.
 */
export interface PetMaintenance {
  /**
   * Stores an animal under its id. A retry changes nothing: an equal animal under the same id stays as it is. If another
   * animal has the id, it stays as it is too, and the failure is `PetIdTaken`. An id outside the range of `isImportablePetId` is
   * `PetIdOutOfRange`. Processes that start afterwards assign greater ids.
   */
  readonly insertWithId: (pet: Pet) => TE.TaskEither<PetIdTaken | PetIdOutOfRange | RepositoryUnavailable, Imported>;

  /**
   * Makes the store assign only ids above this one to processes that reserve ids from now on. It lowers nothing. An id outside
   * the range of `isImportablePetId` is `PetIdOutOfRange`.
   */
  readonly raiseLastId: (id: PetId) => TE.TaskEither<PetIdOutOfRange | RepositoryUnavailable, void>;

  /**
   * An id at least as great as every id that the store has assigned, and below all ids that it will assign to a process that
   * starts now; 0 if it has assigned none.
   */
  readonly lastId: () => TE.TaskEither<RepositoryUnavailable, bigint>;
}
