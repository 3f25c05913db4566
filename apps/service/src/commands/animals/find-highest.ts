import type { Pet } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type { DecodedLine } from './decode-lines.ts';

/** An animal and the line that it is on. */
export interface PetOnLine {
  readonly line: number;
  readonly pet: Pet;
}

/** Reads all lines, one at a time, and returns the animal with the highest id; undefined if no line has an animal. */
export const findHighest = async (lines: AsyncIterable<DecodedLine<Pet>>): Promise<PetOnLine | undefined> => {
  let highest: PetOnLine | undefined;
  for await (const { number: line, content } of lines) {
    if (E.isLeft(content)) continue;
    const pet = content.right;
    if (highest === undefined || pet.id > highest.pet.id) highest = { line, pet };
  }
  return highest;
};
