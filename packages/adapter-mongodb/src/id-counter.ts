import { Int64 } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { Long } from 'mongodb';
import type { Collections } from './collections.ts';
import { exactInteger } from './exact-integer.ts';
import { type IdBlock, type IdBlocks, maxPetId } from './id-sequence.ts';
import { serverTimeLimitMS } from './time-limits.ts';

/** How many ids one write to the counter reserves. */
const blockSize = 100n;

const pets = { _id: 'pets' } as const;

const blockEndingAt = (value: unknown): IdBlock => {
  const last = Int64.decode(exactInteger(value));
  if (E.isLeft(last)) throw new Error('The field last of the document "pets" in counters must be a long');
  return { first: last.right - blockSize + 1n, last: last.right };
};

/**
 * Moves the counter up to the highest id that is in use, so that animals which were imported are never met. Ids that
 * the service does not give, those above 2^53 − 1, do not count.
 */
export const raiseIdCounter = async (collections: Collections): Promise<void> => {
  const [top] = await collections.pets
    .aggregate<{ readonly highest: Long }>(
      [
        { $match: { _id: { $gte: 1n, $lte: maxPetId } } },
        { $sort: { _id: -1 } },
        { $limit: 1 },
        { $project: { highest: { $toLong: { $ceil: '$_id' } } } },
      ],
      { maxTimeMS: serverTimeLimitMS },
    )
    .toArray();
  await collections.counters.updateOne(pets, { $max: { last: top?.highest ?? Long.ZERO } }, { upsert: true });
};

/** Blocks of 100 ids from one counter document, which all instances share; `onIdBlock` is told of each. */
export const createIdBlocks = (collections: Collections, onIdBlock: () => void): IdBlocks => {
  const reserve = async (): Promise<IdBlock> => {
    const counter = await collections.counters.findOneAndUpdate(
      pets,
      { $inc: { last: Long.fromBigInt(blockSize) } },
      { upsert: true, returnDocument: 'after' },
    );
    onIdBlock();
    return blockEndingAt(counter?.last);
  };
  return {
    reserve,
    reserveAboveAll: async () => {
      await raiseIdCounter(collections);
      return reserve();
    },
  };
};
