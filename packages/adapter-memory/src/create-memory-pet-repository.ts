import {
  type Idempotency,
  idempotencyKeyReused,
  newPetEq,
  type Pet,
  type PetId,
  type PetRepository,
  repositoryFull,
  withId,
} from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import { memoryCost } from './memory-cost.ts';
import { appendPet, createPetTable, type PetTable, petsInRange, petWithId } from './pet-table.ts';
import { createShardedMap } from './sharded-map.ts';

/** How much the repository may hold. */
export interface MemoryPetRepositoryOptions {
  /**
   * The most bytes that animals and records of creations may need, 256 MiB if absent. They are counted by an upper
   * bound: 192 for each animal, 192 for each record, and 4/3 or 8/3 for each character of a name or key.
   */
  readonly maxBytes?: number;
}

/** A `PetRepository` that knows whether it is full. */
export interface MemoryPetRepository extends PetRepository {
  /** Whether an `add` was refused with `RepositoryFull`. From then on every other new animal is refused as well. */
  readonly isFull: () => boolean;
}

// Neither part can hold a space, so no two pairs make the same text.
const creationOf = ({ scope, key }: Idempotency): string => `${scope} ${key}`;

/** Makes a repository on a table, which a test may change underneath it. */
export const createPetRepositoryOn = (
  table: PetTable,
  { maxBytes = 256 * 2 ** 20 }: MemoryPetRepositoryOptions = {},
): MemoryPetRepository => {
  // The animals that were first returned. They are frozen, so a record shares its animal with the table.
  const records = createShardedMap<Pet>();
  let lastId = 0n;
  let bytes = 0;
  let isFull = false;

  return {
    isFull: () => isFull,

    list: (range) => async () => E.right(petsInRange(table, range)),

    // Tasks of their own, because those of TE.fromIO take three more turns of the queue of promises.
    add: (newPet, idempotency) => async () => {
      const first = idempotency && records.get(creationOf(idempotency));
      if (first !== undefined) return newPetEq.equals(first, newPet) ? E.right(first) : E.left(idempotencyKeyReused);

      const cost = memoryCost(newPet, idempotency);
      isFull ||= bytes + cost > maxBytes;
      if (isFull) return E.left(repositoryFull);

      bytes += cost;
      lastId += 1n;
      const pet = Object.freeze(withId(lastId as PetId, newPet));
      appendPet(table, pet);
      if (idempotency !== undefined) records.set(creationOf(idempotency), pet);
      return E.right(pet);
    },

    find: (id) => async () => E.right(O.fromNullable(petWithId(table, id))),
  };
};

/**
 * Makes a `PetRepository` that keeps its animals in this process and loses them with it. Both operations that read cost a
 * binary search, and a list its length, however many animals there are.
 */
export const createMemoryPetRepository = (options?: MemoryPetRepositoryOptions): MemoryPetRepository =>
  createPetRepositoryOn(createPetTable(), options);
