import type { PetId } from '@animal-store/domain';

/** A range of ids that is reserved for one sequence; it includes both ends. */
export interface IdBlock {
  readonly first: bigint;
  readonly last: bigint;
}

/** Where blocks come from. Each lies above every block that was given before, unless no id is left above. */
export interface IdBlocks {
  readonly reserve: () => Promise<IdBlock>;
  /** The same, and above every animal that is stored, even if the service did not choose its id. */
  readonly reserveAboveAll: () => Promise<IdBlock>;
}

/** Gives ids to new animals, each greater than all before it, unless no id is left above. */
export interface IdSequence {
  readonly next: () => Promise<PetId>;
  /** Says that an id which `next` gave is in use: the rest of its block may be in use as well. */
  readonly skipTaken: (id: PetId) => void;
}

/** The greatest id that every JavaScript client reads exactly, 2^53 − 1. */
export const maxPetId: bigint = BigInt(Number.MAX_SAFE_INTEGER);

/** The `code` of the error that `noIdLeft` makes. */
export const noIdLeftCode = 'NO_ID_LEFT';

/** Makes the error for a new animal that cannot get an id, because those up to `maxPetId` are in use. */
export const noIdLeft = (): Error =>
  Object.assign(new Error(`There is no id left for a new animal: those up to ${maxPetId} are in use`), {
    code: noIdLeftCode,
  });

const none: IdBlock = { first: 1n, last: 0n };
const fetchAheadBelow = 50n;

/**
 * Makes an `IdSequence` that takes its ids from blocks. The next block is fetched before the current one ends, and
 * never more than one at a time.
 */
export const createIdSequence = ({ reserve, reserveAboveAll }: IdBlocks): IdSequence => {
  // The block that ids are taken from, and the next of them.
  let current = none;
  let upcoming = 1n;
  let ahead: Promise<IdBlock> | undefined;

  const fetchAhead = (fetch: () => Promise<IdBlock>): Promise<IdBlock> => {
    const fetched = fetch();
    ahead = fetched;
    // Callers that wait for the block get the failure, and the next call fetches again.
    fetched.catch(() => {
      if (ahead === fetched) ahead = undefined;
    });
    return fetched;
  };

  const advance = async (): Promise<void> => {
    const awaited = ahead ?? fetchAhead(reserve);
    const block = await awaited;
    // Another caller may have taken over the block before, or it may have been given up meanwhile.
    if (ahead !== awaited) return;
    ahead = undefined;
    current = block;
    upcoming = block.first;
  };

  return {
    next: async () => {
      while (upcoming > current.last) await advance();
      const id = upcoming++;
      if (ahead === undefined && current.last - id < fetchAheadBelow) fetchAhead(reserve);
      // The blocks hold nothing but int64.
      return id as PetId;
    },

    skipTaken: (id) => {
      // Its block was left already.
      if (id < current.first || id > current.last) return;
      current = none;
      upcoming = 1n;
      fetchAhead(reserveAboveAll);
    },
  };
};
