import type { PetId } from '@animal-store/domain';

/** A stretch of ids that nobody else has; both ends belong to it. */
export interface IdBlock {
  readonly first: bigint;
  readonly last: bigint;
}

/** Where blocks come from. Each lies above every block that was given before. */
export interface IdBlocks {
  readonly reserve: () => Promise<IdBlock>;
  /** The same, and above every animal that is there, whoever gave it its id. */
  readonly reserveAboveAll: () => Promise<IdBlock>;
}

/** Gives ids to new animals, each greater than all before it. */
export interface IdSequence {
  readonly next: () => Promise<PetId>;
  /** Says that an id which `next` gave belongs to an animal already: the ids after it cannot be trusted either. */
  readonly skipTaken: (id: PetId) => void;
}

/** The greatest id that every JavaScript client reads exactly, 2^53 − 1. */
export const maxPetId: bigint = BigInt(Number.MAX_SAFE_INTEGER);

const none: IdBlock = { first: 1n, last: 0n };
const fetchAheadBelow = 50n;

/**
 * Makes an `IdSequence` that takes its ids from blocks. The next block is fetched before the current one ends, and
 * never more than one at a time.
 */
export const createIdSequence = ({ reserve, reserveAboveAll }: IdBlocks): IdSequence => {
  let current = none;
  let lastGiven = 0n;
  let skippedUpTo = 0n;
  let ahead: Promise<IdBlock> | undefined;

  const fetchAhead = (fetch: () => Promise<IdBlock>): Promise<IdBlock> => {
    const fetched = fetch();
    ahead = fetched;
    // Whoever waits for the block learns of the failure; the next one to want a block tries again.
    fetched.catch(() => {
      if (ahead === fetched) ahead = undefined;
    });
    return fetched;
  };

  const advance = async (): Promise<void> => {
    const awaited = ahead ?? fetchAhead(reserve);
    const block = await awaited;
    // Somebody else may have been woken before, or the block may have been given up meanwhile.
    if (ahead !== awaited) return;
    ahead = undefined;
    current = block;
  };

  return {
    next: async () => {
      while (current.first > current.last) await advance();
      const id = current.first;
      if (id > maxPetId) throw new Error(`There is no id left: the greatest, ${maxPetId}, is in use`);
      current = { first: id + 1n, last: current.last };
      lastGiven = id;
      if (ahead === undefined && current.last - id < fetchAheadBelow) fetchAhead(reserve);
      // The blocks hold nothing but int64.
      return id as PetId;
    },

    skipTaken: (id) => {
      if (id <= skippedUpTo) return;
      skippedUpTo = lastGiven;
      current = none;
      fetchAhead(reserveAboveAll);
    },
  };
};
