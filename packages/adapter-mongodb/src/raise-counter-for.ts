import { maxKeptPetId } from '@animal-store/domain';
import { Long } from 'mongodb';
import type { Collections } from './collections.ts';

/** How far above an id the counter goes, so that one write to it serves many ids that ascend. */
const margin = 1_000n;

/**
 * Makes a function that moves the counter of ids to or above an id, at most to 2^52: blocks that are reserved afterwards
 * lie above that id. Only one write to the counter is in flight at a time, and later ids often need none.
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
