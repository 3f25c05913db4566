import { Int64, maxKeptPetId } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { Long } from 'mongodb';
import { exactInteger } from '../connection/exact-integer.ts';
import { maxPetId, noIdLeft } from '../connection/no-id-left.ts';
import { serverTimeLimitMS } from '../connection/time-limits.ts';
import type { Collections } from '../documents/collections.ts';
import type { IdBlocks } from './id-sequence.ts';

/** Number of ids that one write to the counter reserves. */
const blockSize = 100n;

const pets = { _id: 'pets' } as const;

const integer = (value: unknown): bigint => {
  const last = Int64.decode(exactInteger(value));
  if (E.isLeft(last)) throw new Error('The field last of the document "pets" in counters must be a long');
  return last.right;
};

/**
 * Moves the counter up to the highest id in use, so that new animals do not collide with imported ones one by one. An id above
 * 2^52 does not count, because it would leave few ids or none above itself.
 */
export const raiseIdCounter = async ({ pets: collection, counters }: Collections): Promise<void> => {
  const [top] = await collection
    .aggregate<{ readonly highest: Long }>(
      [
        { $match: { _id: { $gt: 0n, $lte: maxKeptPetId } } },
        { $sort: { _id: -1 } },
        { $limit: 1 },
        { $project: { highest: { $toLong: { $ceil: '$_id' } } } },
      ],
      { maxTimeMS: serverTimeLimitMS },
    )
    .toArray();
  const highest = top === undefined ? 0n : integer(top.highest);
  await counters.updateOne(pets, { $max: { last: Long.fromBigInt(highest) } }, { upsert: true });
};

/** Rejects if no block of ids is left for new animals. It does not write. */
export const checkIdsLeft = async ({ counters }: Collections): Promise<void> => {
  const counter = await counters.findOne(pets, { maxTimeMS: serverTimeLimitMS });
  if (counter !== null && integer(counter.last) + blockSize > maxPetId) throw noIdLeft();
};

/** Creates `IdBlocks` of 100 ids from one counter document that all instances share; calls `onIdBlock` for each. */
export const createIdBlocks = (collections: Collections, onIdBlock: () => void): IdBlocks => {
  const reserve: IdBlocks['reserve'] = async () => {
    const counter = await collections.counters.findOneAndUpdate(
      pets,
      { $inc: { last: Long.fromBigInt(blockSize) } },
      { upsert: true, returnDocument: 'after' },
    );
    const last = integer(counter?.last);
    if (last > maxPetId) throw noIdLeft();
    onIdBlock();
    return { first: last - blockSize + 1n, last };
  };

  return {
    reserve,
    reserveAboveAll: async () => {
      await raiseIdCounter(collections);
      return reserve();
    },
  };
};
