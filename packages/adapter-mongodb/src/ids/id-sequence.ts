// MongoDB has no sequences: the ids of a reserved block are given one by one, and the next block is fetched before it is needed.
import type { PetId } from '@animal-store/domain';

/** A range of ids that is reserved for one sequence; it includes both ends. */
export interface IdBlock {
  readonly first: bigint;
  readonly last: bigint;
}

/**
 * Reserves a block of ids above all earlier blocks, or also above every stored animal whose id is at most 2^52, including
 * imported ones.
 */
export type ReserveIds = (where: 'next' | 'above all') => Promise<IdBlock>;

/** Assigns ids to new animals, each greater than all earlier ids. */
export interface IdSequence {
  readonly next: () => Promise<PetId>;
  /** Reports that an id from `next` is in use, so the rest of its block may be in use as well. */
  readonly skipTaken: (id: PetId) => void;
}

const none: IdBlock = { first: 1n, last: 0n };
const fetchAheadBelow = 50n;

/** Creates an `IdSequence` that takes its ids from blocks. It fetches the next block before the current one is used up. */
export const createIdSequence = (reserve: ReserveIds): IdSequence => {
  // The current block, and the next id in it.
  let current = none;
  let upcoming = 1n;
  let ahead: Promise<IdBlock> | undefined;

  const fetchAhead = (where: 'next' | 'above all'): Promise<IdBlock> => {
    const fetched = reserve(where);
    ahead = fetched;
    // Callers that wait for the block get the failure, and the next call fetches again.
    fetched.catch(() => {
      if (ahead === fetched) ahead = undefined;
    });
    return fetched;
  };

  const advance = async (): Promise<void> => {
    const awaited = ahead ?? fetchAhead('next');
    const block = await awaited;
    // Another caller may have made this block the current one, or `skipTaken` may have discarded it.
    if (ahead !== awaited) return;
    ahead = undefined;
    current = block;
    upcoming = block.first;
  };

  return {
    next: async () => {
      while (upcoming > current.last) await advance();
      const id = upcoming++;
      if (ahead === undefined && current.last - id < fetchAheadBelow) fetchAhead('next');
      // Blocks contain only int64 values.
      return id as PetId;
    },

    skipTaken: (id) => {
      // The id is not of the current block.
      if (id < current.first || id > current.last) return;
      current = none;
      upcoming = 1n;
      fetchAhead('above all');
    },
  };
};
