import { Int64, maxImportablePetId } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { Long } from 'mongodb';
import { limited } from '../connection-string.ts';
import type { Collections } from '../documents/collections.ts';
import { fromLong } from '../documents/decode-document.ts';
import { noIdLeft } from '../errors.ts';
import type { ReserveIds } from './id-sequence.ts';

/** Number of ids that one write to the counter reserves. */
const blockSize = 100n;

/** The greatest id that every JavaScript client reads exactly, 2^53 − 1. */
const maxPetId = BigInt(Number.MAX_SAFE_INTEGER);

const pets = { _id: 'pets' } as const;

const integer = (value: unknown): bigint => {
  const last = Int64.decode(fromLong(value));
  if (E.isLeft(last)) throw new Error('The field last of the document "pets" in counters must be a long');
  return last.right;
};

/** The last id that was reserved; 0 if none was. */
export const lastReservedId = async ({ counters }: Pick<Collections, 'counters'>): Promise<bigint> => {
  const counter = await counters.findOne(pets, limited);
  return counter === null ? 0n : integer(counter.last);
};

/** Moves the counter up to an id, so that blocks that are reserved afterwards are above it. Never lowers the counter. */
export const raiseCounter = async ({ counters }: Pick<Collections, 'counters'>, id: bigint): Promise<void> => {
  await counters.updateOne(pets, { $max: { last: Long.fromBigInt(id) } }, { upsert: true });
};

/**
 * Moves the counter up to the highest id in use, so that new animals do not collide with imported ones one by one. An id above
 * 2^52 does not count, because it would leave few ids or none above itself.
 */
export const raiseCounterToHighest = async (collections: Collections): Promise<void> => {
  const inUse = { _id: { $gt: 0n, $lte: maxImportablePetId } };
  const top = await collections.pets.findOne(inUse, { ...limited, sort: { _id: -1 }, projection: { _id: 1 } });
  // Another program may have written an int32 or a double; a double holds ids up to 2^52 exactly.
  await raiseCounter(collections, BigInt(Math.ceil(Number(String(top?._id ?? 0)))));
};

/** Rejects if no block of ids is left for new animals. It does not write. */
export const assertIdsLeft = async (collections: Collections): Promise<void> => {
  if ((await lastReservedId(collections)) + blockSize > maxPetId) throw noIdLeft();
};

/** Makes a `ReserveIds` of 100 ids from one counter document that all instances share. */
export const createReserveIds =
  (collections: Collections): ReserveIds =>
  async (where) => {
    if (where === 'above all') await raiseCounterToHighest(collections);
    const counter = await collections.counters.findOneAndUpdate(
      pets,
      { $inc: { last: Long.fromBigInt(blockSize) } },
      { upsert: true, returnDocument: 'after' },
    );
    const last = integer(counter?.last);
    if (last > maxPetId) throw noIdLeft();
    return { first: last - blockSize + 1n, last };
  };
