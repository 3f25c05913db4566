import type { Pet } from '@animal-store/domain';

/** Expects what a page of animals weighs before it is read, in characters. */
export interface PageWeights {
  readonly expected: (pets: number) => number;
  /** Learns from a page that was read. */
  readonly learn: (pets: number, weight: number) => void;
}

/** The weight of an animal as long as none was read. */
const firstWeight = 1_024;

/** What an animal weighs without its texts. */
const fieldsWeight = 64;

/** The characters of each field beyond those. The compiler requires all fields. */
const textLengths = {
  id: undefined,
  name: ({ name }) => name.length,
  categoryId: undefined,
  status: undefined,
} satisfies Record<keyof Pet, ((pet: Pet) => number) | undefined>;

const lengthsOf = Object.values<((pet: Pet) => number) | undefined>(textLengths).filter(
  (length) => length !== undefined,
);

/** The characters of the texts of animals. */
export const textLengthOf = (pets: readonly Pet[]): number => {
  let length = 0;
  for (const lengthOf of lengthsOf) for (const pet of pets) length += lengthOf(pet);
  return length;
};

/** The part of the running mean that a page of the largest size changes. */
const smoothing = 1 / 8;

/** The weight of a page: the characters of its texts, and the same for the other fields of each animal. */
export const weightOf = (pets: number, textLength: number): number => pets * fieldsWeight + textLength;

/**
 * Makes a running mean of the weight of an animal. It rises to a heavier page at once and falls slowly, so that light pages
 * do not hide heavy ones.
 */
export const createPageWeights = (): PageWeights => {
  let mean = firstWeight;
  return {
    // A sum of whole numbers returns to zero.
    expected: (pets) => Math.ceil(mean * pets),
    learn: (pets, weight) => {
      if (pets === 0) return;
      const each = weight / pets;
      mean = each > mean ? each : mean + (each - mean) * smoothing;
    },
  };
};
