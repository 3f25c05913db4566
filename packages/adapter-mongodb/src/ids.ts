// MongoDB has no sequences: all instances take their ids in blocks from one counter document. The ids of a block are given one by
// one, and the next block is reserved before it is needed.
import { maxImportablePetId, type PetId } from '@animal-store/domain';
import { type Document, Long } from 'mongodb';
import type { Collections } from './collections.ts';
import { StoreUnusable, storeGone } from './errors.ts';

/** Number of ids that one write to the counter reserves. */
const blockSize = 100n;

/** The greatest id that every JavaScript client reads exactly, 2^53 − 1. */
const maxPetId = BigInt(Number.MAX_SAFE_INTEGER);

const pets = { _id: 'pets' } as const;

/** The last id of the counter document. Throws the error of a store that is gone if there is none. */
export const lastOf = (counter: Document | undefined): bigint => {
  if (counter === undefined) throw storeGone('the document pets of counters does not exist');
  return BigInt(String(counter['last']));
};

/** The last id that was reserved; 0 if none was. */
export const lastReservedId = async ({ counters }: Collections): Promise<bigint> =>
  lastOf((await counters.find(pets))[0]);

/** Moves the counter up to an id, so that blocks that are reserved afterwards are above it. Never lowers the counter. */
export const raiseCounter = async ({ counters }: Collections, id: bigint): Promise<void> => {
  if (!(await counters.updateOne(pets, { $max: { last: Long.fromBigInt(id) } }))) lastOf(undefined);
};

/**
 * Moves the counter up to the highest id in use, so that new animals do not collide with imported ones one by one. An id above
 * 2^52 does not count, because it would leave few ids or none above itself.
 */
export const raiseCounterToHighest = async (collections: Collections): Promise<void> => {
  const inUse = { _id: { $gt: 0n, $lte: maxImportablePetId } };
  const [top] = await collections.pets.find(inUse, { sort: { _id: -1 }, limit: 1 });
  // Another program may have written an int32 or a double; a double holds ids up to 2^52 exactly.
  await raiseCounter(collections, BigInt(Math.ceil(Number(top?.['_id'] ?? 0))));
};

/**
 * Reserves a block of 100 ids above all earlier blocks, or also above every stored animal whose id is at most 2^52, including
 * imported ones. Returns the last id of the block.
 */
type ReserveIds = (collections: Collections, where: 'next' | 'above all') => Promise<bigint>;

const createReserveIds = (): ReserveIds => {
  let reserved = 0n;

  const reserve: ReserveIds = async (collections, where) => {
    if (where === 'above all') await raiseCounterToHighest(collections);
    const increment = { $inc: { last: Long.fromBigInt(blockSize) } };
    const last = lastOf(await collections.counters.findOneAndUpdate(pets, increment));
    if (last > maxPetId)
      throw new StoreUnusable('There is no id left for a new animal: those up to 2^53 - 1 are in use');
    if (last > reserved) {
      reserved = last;
      return last;
    }
    // An older copy of the store was restored while this process ran, which may have given these ids already.
    await raiseCounter(collections, reserved);
    return reserve(collections, 'next');
  };
  return reserve;
};

/** Assigns ids to new animals, each greater than all earlier ids. */
export interface IdSequence {
  readonly next: (collections: Collections) => Promise<PetId>;
  /** Reports that an id from `next` is in use, so the rest of its block may be in use as well. */
  readonly skipTaken: (collections: Collections, id: PetId) => void;
}

const fetchAheadBelow = 50n;

/** Creates an `IdSequence` that takes its ids from blocks. It fetches the next block before the current one is used up. */
export const createIdSequence = (reserve = createReserveIds()): IdSequence => {
  // The next id, and the last one of the current block.
  let upcoming = 1n;
  let last = 0n;
  let ahead: Promise<bigint> | undefined;

  const fetchAhead: ReserveIds = (...given) => {
    const fetched = reserve(...given);
    ahead = fetched;
    // Callers that wait for the block get the failure, and the next call fetches again.
    fetched.catch(() => {
      if (ahead === fetched) ahead = undefined;
    });
    return fetched;
  };

  const advance = async (collections: Collections): Promise<void> => {
    const awaited = ahead ?? fetchAhead(collections, 'next');
    const end = await awaited;
    // Another caller may have made this block the current one, or `skipTaken` may have discarded it.
    if (ahead !== awaited) return;
    ahead = undefined;
    upcoming = end - blockSize + 1n;
    last = end;
  };

  return {
    next: async (collections) => {
      while (upcoming > last) await advance(collections);
      const id = upcoming++;
      if (ahead === undefined && last - id < fetchAheadBelow) fetchAhead(collections, 'next');
      // Blocks contain only int64 values.
      return id as PetId;
    },

    skipTaken: (collections, id) => {
      // The id is not of the current block.
      if (id > last || id <= last - blockSize) return;
      [upcoming, last] = [1n, 0n];
      fetchAhead(collections, 'above all');
    },
  };
};
