import { Int64 } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { Long } from 'mongodb';
import { exactInteger } from '../connection/exact-integer.ts';
import { maxPetId, noIdLeft } from '../connection/no-id-left.ts';
import { serverTimeLimitMS } from '../connection/time-limits.ts';
import type { Collections } from '../documents/collections.ts';
import type { IdBlock, IdBlocks } from './id-sequence.ts';

/** Number of ids that one write to the counter reserves. */
const blockSize = 100n;

/**
 * The highest id that the counter is raised to, 2^52. An imported id above it would leave few or no ids above itself, so the
 * counter stays below, and above 2^52 each block is checked before it is used.
 */
export const idCeiling: bigint = 2n ** 52n;

/**
 * Number of ids that stay unused if the counter has to go back below the ceiling, so that ids of removed animals are not
 * assigned again.
 */
const margin = 1_000_000n;

/** Maximum number of attempts to find a free block, because another instance may use a block that was free. */
const attempts = 10;

const pets = { _id: 'pets' } as const;

const integer = (value: unknown): bigint => {
  const last = Int64.decode(exactInteger(value));
  if (E.isLeft(last)) throw new Error('The field last of the document "pets" in counters must be a long');
  return last.right;
};

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** The highest id in use that is above one id and at most another. */
const highestBetween = async (
  { pets: collection }: Collections,
  above: bigint,
  atMost: bigint,
): Promise<bigint | undefined> => {
  const [top] = await collection
    .aggregate<{ readonly highest: Long }>(
      [
        { $match: { _id: { $gt: above, $lte: atMost } } },
        { $sort: { _id: -1 } },
        { $limit: 1 },
        { $project: { highest: { $toLong: { $ceil: '$_id' } } } },
      ],
      { maxTimeMS: serverTimeLimitMS },
    )
    .toArray();
  return top && integer(top.highest);
};

/**
 * Moves the counter up to the highest id in use that is not above `idCeiling`, so that new animals do not collide with
 * imported ones one by one.
 */
export const raiseIdCounter = async (collections: Collections): Promise<void> => {
  const highest = (await highestBetween(collections, 0n, idCeiling)) ?? 0n;
  await collections.counters.updateOne(pets, { $max: { last: Long.fromBigInt(highest) } }, { upsert: true });
};

/**
 * The first id at or after `from` that a free block follows. The search skips ids in use in growing steps, so a hundred
 * million of them take 20 reads.
 */
const freeAbove = async (collections: Collections, from: bigint): Promise<bigint | undefined> => {
  let free = from;
  for (let width = blockSize; free + blockSize <= maxPetId; width *= 2n) {
    const highest = await highestBetween(collections, free, min(free + width, maxPetId));
    if (highest === undefined) return free;
    free = highest;
  }
  return undefined;
};

/** The next value of the counter: above its current value, or, if no id is free there, above the ids below the ceiling. */
const findFree = async (collections: Collections, last: bigint): Promise<bigint> => {
  const above = await freeAbove(collections, last);
  if (above !== undefined) return above;
  const highest = (await highestBetween(collections, 0n, idCeiling)) ?? 0n;
  const below = await freeAbove(collections, highest + margin);
  if (below === undefined) throw noIdLeft();
  return below;
};

/** Rejects if no id is left for a new animal. It does not write. */
export const checkIdsLeft = async (collections: Collections): Promise<void> => {
  const counter = await collections.counters.findOne(pets, { maxTimeMS: serverTimeLimitMS });
  const last = counter === null ? 0n : integer(counter.last);
  if (last >= idCeiling) await findFree(collections, last);
};

/** Creates `IdBlocks` of at most 100 ids from one counter document that all instances share; calls `onIdBlock` for each. */
export const createIdBlocks = (collections: Collections, onIdBlock: () => void): IdBlocks => {
  const { counters } = collections;

  const isFree = async ({ first, last }: IdBlock): Promise<boolean> =>
    last <= idCeiling || (first <= last && (await highestBetween(collections, first - 1n, last)) === undefined);

  // Several instances may do so at once. The counter goes back only if it still has the value without free ids.
  const moveTo = async (free: bigint, last: bigint): Promise<void> => {
    const to = { last: Long.fromBigInt(free) };
    if (free >= last) await counters.updateOne(pets, { $max: to });
    else await counters.updateOne({ ...pets, last: { $gte: Long.fromBigInt(last) } }, { $set: to });
  };

  const reserve = async (left = attempts): Promise<IdBlock> => {
    const counter = await counters.findOneAndUpdate(
      pets,
      { $inc: { last: Long.fromBigInt(blockSize) } },
      { upsert: true, returnDocument: 'after' },
    );
    const last = integer(counter?.last);
    const block = { first: last - blockSize + 1n, last: min(last, maxPetId) };
    if (await isFree(block)) {
      onIdBlock();
      return block;
    }
    if (left === 0) throw noIdLeft();
    const free = await findFree(collections, last);
    await moveTo(free, last);
    return reserve(left - 1);
  };

  return {
    reserve: () => reserve(),
    reserveAboveAll: async () => {
      await raiseIdCounter(collections);
      return reserve();
    },
  };
};
