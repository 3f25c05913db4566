// MongoDB has no sequences: all instances take their ids in blocks from one counter document.
import { Int64, maxImportablePetId } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { type Document, Long } from 'mongodb';
import { noIdLeft, storeGone } from '../codes.ts';
import type { Collections } from '../collections.ts';
import { fromLong } from '../documents/decode-document.ts';
import type { ReserveIds } from './id-sequence.ts';

/** Number of ids that one write to the counter reserves. */
const blockSize = 100n;

/** The greatest id that every JavaScript client reads exactly, 2^53 − 1. */
const maxPetId = BigInt(Number.MAX_SAFE_INTEGER);

const pets = { _id: 'pets' } as const;

/** The last id of the counter document. Throws the error of a store that is gone if there is none. */
const lastOf = (counter: Document | undefined): bigint => {
  if (counter === undefined) throw storeGone('the document pets of counters does not exist');
  const last = Int64.decode(fromLong(counter['last']));
  if (E.isLeft(last)) throw new Error('The field last of the document "pets" in counters must be a long');
  return last.right;
};

/** The last id that was reserved; 0 if none was. */
export const lastReservedId = async ({ counters }: Pick<Collections, 'counters'>): Promise<bigint> =>
  lastOf((await counters.find(pets))[0]);

/** Moves the counter up to an id, so that blocks that are reserved afterwards are above it. Never lowers the counter. */
export const raiseCounter = async ({ counters }: Pick<Collections, 'counters'>, id: bigint): Promise<void> => {
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
  await raiseCounter(collections, BigInt(Math.ceil(Number(String(top?.['_id'] ?? 0)))));
};

/** Throws if no block of ids is left for new animals. */
export const assertIdsLeft = (counter: Document | undefined): void => {
  if (lastOf(counter) + blockSize > maxPetId) throw noIdLeft();
};

/** Makes a `ReserveIds` of 100 ids from one counter document that all instances share. */
export const createReserveIds = (collections: Collections): ReserveIds => {
  let reserved = 0n;

  const reserve: ReserveIds = async (where) => {
    if (where === 'above all') await raiseCounterToHighest(collections);
    const increment = { $inc: { last: Long.fromBigInt(blockSize) } };
    const last = lastOf(await collections.counters.findOneAndUpdate(pets, increment));
    if (last > maxPetId) throw noIdLeft();
    if (last > reserved) {
      reserved = last;
      return { first: last - blockSize + 1n, last };
    }
    // An older copy of the store was restored while this process ran, which may have given these ids already.
    await raiseCounter(collections, reserved);
    return reserve('next');
  };
  return reserve;
};
