import {
  type Idempotency,
  idempotencyKeyReused,
  newPetEq,
  type Pet,
  type PetDetails,
  type PetId,
  type PetRepository,
  repositoryFull,
  withId,
} from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import { appendPet, createPetLists, type PetLists, petsInRange, petWithId } from './lists.ts';

/** Options of the repository. */
export interface MemoryPetRepositoryOptions {
  /**
   * Limit in bytes for animals and records of creations, at least 1; default 256 MiB. The repository counts an upper bound: 192 for
   * each animal, 192 for each record, and 4/3 or 8/3 for each UTF-16 code unit of a name, a scope and a key.
   */
  readonly maxBytes?: number;
}

/** A `PetRepository` that knows whether it is full. */
export interface MemoryPetRepository extends PetRepository {
  /** Whether an `add` failed with `RepositoryFull`. From then on every new animal is rejected. */
  readonly isFull: () => boolean;
}

// Node.js 24 needs 137 to 155 bytes for an animal with a short name, and 91 for a record without the text of its key. The
// rest is for arrays and tables that grow: for a moment both the old and the new one exist.
const animalBytes = 192;
const recordBytes = 192;

// V8 stores a text with 1 byte a character if all of them are Latin-1, else with 2. Of its pages, which hold 256 KiB,
// up to a quarter stays empty behind texts of nearly 64 KiB.
const textBytes = (text: string): number => Math.ceil(((/^[\0-\xff]*$/.test(text) ? 1 : 2) * text.length * 4) / 3);

/** The bytes of each field beyond those in `animalBytes`. The compiler requires all fields. */
const fieldBytes = {
  name: ({ name }) => textBytes(name),
  categoryId: () => 0,
  status: () => 0,
} satisfies Record<keyof PetDetails, (pet: PetDetails) => number>;

const beyondAnimalBytes = Object.values(fieldBytes);

/** Upper bound of the bytes of memory that an animal and the record of its creation need. */
export const memoryCost = (pet: PetDetails, idempotency: Idempotency | undefined): number =>
  animalBytes +
  beyondAnimalBytes.reduce((sum, bytesOf) => sum + bytesOf(pet), 0) +
  (idempotency === undefined ? 0 : recordBytes + textBytes(idempotency.scope) + textBytes(idempotency.key));

// Neither part can contain a space, so different pairs make different texts.
const creationOf = ({ scope, key }: Idempotency): string => `${scope} ${key}`;

/** Creates a repository on lists, which a test may change directly. */
export const createPetRepositoryOn = (
  lists: PetLists,
  { maxBytes = 256 * 2 ** 20 }: MemoryPetRepositoryOptions = {},
): MemoryPetRepository => {
  if (!(maxBytes >= 1)) throw new RangeError(`maxBytes must be at least 1, not ${maxBytes}`);
  // The animals of the first responses. They are frozen, so a record shares its animal with the table.
  const records = new Map<string, Pet>();
  let lastId = 0n;
  let bytes = 0;
  let isFull = false;

  return {
    isFull: () => isFull,
    list: (range) => async () => E.right(petsInRange(lists, range)),
    add: (newPet, idempotency) => async () => {
      const first = idempotency && records.get(creationOf(idempotency));
      if (first !== undefined)
        return newPetEq.equals(first, newPet) ? E.right({ pet: first, replayed: true }) : E.left(idempotencyKeyReused);

      const cost = memoryCost(newPet, idempotency);
      isFull ||= bytes + cost > maxBytes;
      if (isFull) return E.left(repositoryFull);
      bytes += cost;
      lastId += 1n;
      const pet = Object.freeze(withId(lastId as PetId, newPet));
      appendPet(lists, pet);
      if (idempotency !== undefined) records.set(creationOf(idempotency), pet);
      return E.right({ pet, replayed: false });
    },
    find: (id) => async () => E.right(O.fromNullable(petWithId(lists, id))),
  };
};

/**
 * Creates a `PetRepository` in this process. Its animals are lost when the process ends. A call costs at most a
 * binary search, and `list` also the length of its page, whatever the number of animals.
 */
export const createMemoryPetRepository = (options?: MemoryPetRepositoryOptions): MemoryPetRepository =>
  createPetRepositoryOn(createPetLists(), options);
