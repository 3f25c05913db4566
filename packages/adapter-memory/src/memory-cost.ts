import type { Idempotency, PetDetails } from '@animal-store/domain';

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
