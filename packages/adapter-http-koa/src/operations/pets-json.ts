import { setImmediate } from 'node:timers/promises';
import type { Pet } from '@animal-store/domain';
import { textLengthOf } from './page-weights.ts';

/** Writes a list of animals as JSON: a large one, of up to 6.4 MB, in portions, so that other requests have their turn. */
export type WritePets = (pets: readonly Pet[], textLength: number) => string | Promise<Buffer>;

/** Characters of texts that are written to JSON in one portion, about 1 ms, so that other requests do not wait long. */
const portion = 64 * 1024;

const inPortions = (pets: readonly Pet[]): readonly (readonly Pet[])[] => {
  const portions: Pet[][] = [[]];
  let characters = 0;
  for (const pet of pets) {
    const length = textLengthOf([pet]);
    characters += length;
    if (characters > portion && portions.at(-1)?.length !== 0) {
      portions.push([]);
      characters = length;
    }
    portions.at(-1)?.push(pet);
  }
  return portions;
};

/** Makes the function that writes lists. No two of its portions are written in the same turn of the event loop. */
export const createPetsWriter = (textOf: (pet: Pet) => string): WritePets => {
  let lastTurn: Promise<void> = Promise.resolve();
  const ownTurn = (): Promise<void> => {
    lastTurn = lastTurn.then(() => setImmediate());
    return lastTurn;
  };

  const join = (pets: readonly Pet[]): string => pets.map(textOf).join(',');

  const bufferOf = async (portions: readonly (readonly Pet[])[]): Promise<Buffer> => {
    const parts: Buffer[] = [];
    for (const pets of portions) {
      await ownTurn();
      parts.push(Buffer.from(`${parts.length === 0 ? '[' : ','}${join(pets)}`));
    }
    return Buffer.concat([...parts, Buffer.from(']')]);
  };

  return (pets, textLength) => (textLength > portion ? bufferOf(inPortions(pets)) : `[${join(pets)}]`);
};
