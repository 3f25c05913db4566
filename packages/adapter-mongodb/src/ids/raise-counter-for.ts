import { maxKeptPetId } from '@animal-store/domain';
import { Long } from 'mongodb';
import type { Collections } from '../documents/collections.ts';

/** The counter goes this far above an id, so that one write to it serves many ascending ids. */
const margin = 1_000n;

/**
 * Creates a function that moves the counter of ids to or above an id, at most to 2^52. Blocks that are reserved afterwards
 * are above that id. Only one write to the counter is in flight at a time, and later ids often need no write.
 */
export const createRaiseCounterFor = ({ counters }: Pick<Collections, 'counters'>): ((id: bigint) => Promise<void>) => {
  let raisedTo = 0n;
  let last: Promise<void> = Promise.resolve();

  const raise = async (id: bigint): Promise<void> => {
    if (id <= raisedTo) return;
    const to = id + margin < maxKeptPetId ? id + margin : maxKeptPetId;
    await counters.updateOne({ _id: 'pets' }, { $max: { last: Long.fromBigInt(to) } }, { upsert: true });
    raisedTo = to;
  };

  return (id) => {
    if (id <= raisedTo) return Promise.resolve();
    // The caller of an earlier attempt gets its failure; this call tries again.
    last = last.catch(() => undefined).then(() => raise(id));
    return last;
  };
};
