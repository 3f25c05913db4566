import type { Pet, PetId } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type { DecodedLine } from './decode-lines.ts';

/** The ids of an import. */
export interface KeptIds {
  /** The highest one, or one that none exceeds; undefined if no line has an animal. */
  readonly highest: PetId | undefined;
  /** How many lines have an id up to the last one that the store has reserved; undefined if that is not known. */
  readonly upToLast?: number;
}

/** Reads all lines, one at a time, and returns what is known of their ids. `last` is the last id that the store has reserved. */
export const findHighest = async (lines: AsyncIterable<DecodedLine<Pet>>, last: bigint): Promise<KeptIds> => {
  let highest: PetId | undefined;
  let upToLast = 0;
  for await (const { content } of lines) {
    if (E.isLeft(content)) continue;
    const { id } = content.right;
    if (highest === undefined || id > highest) highest = id;
    if (id <= last) upToLast += 1;
  }
  return { highest, upToLast };
};
