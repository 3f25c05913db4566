import { Long } from 'mongodb';
import { hasCode, serverCodes } from '../connection/server-codes.ts';
import { serverTimeLimitMS } from '../connection/time-limits.ts';
import type { Collections } from '../documents/collections.ts';

/** Changes the documents of one format to the next. It may run again, and in several instances at once. */
export type FormatStep = (collections: Collections) => Promise<void>;

/** The step at index n changes format n + 1 to n + 2. The current format is the one after the last step. */
export const formatSteps: readonly FormatStep[] = [];

const format = { _id: 'format' } as const;

// Unreleased versions kept the record of a creation in its animal, under this index. Without the index there is none.
const holdsRecordsInAnimals = async ({ pets }: Collections): Promise<boolean> => {
  try {
    const options = { hint: 'idempotency', projection: { _id: 1 }, maxTimeMS: serverTimeLimitMS };
    return (await pets.findOne({ 'idempotency.scope': { $exists: true } }, options)) !== null;
  } catch (error) {
    if (hasCode(error, serverCodes.badValue)) return false;
    throw error;
  }
};

/** Reads the number of the format. Rejects with a message for the operator if this program cannot use it. */
export const readFormat = async (collections: Collections, steps: readonly FormatStep[]): Promise<number> => {
  const stored = await collections.counters.findOne(format, { maxTimeMS: serverTimeLimitMS });
  const current = steps.length + 1;
  const found = stored === null ? 1 : Number(stored.last);
  if (found > current)
    throw new Error(`the database has format ${found}, and this program knows only ${current}; use a newer program`);
  if (stored === null && (await holdsRecordsInAnimals(collections)))
    throw new Error(
      'its animals hold records of creations, as those of an unreleased version; export them with that version, and import them into an empty database',
    );
  return found;
};

/** Takes the steps that are left from a format to the current one, and stores the number after each. */
export const upgradeFormat = async (
  collections: Collections,
  from: number,
  steps: readonly FormatStep[],
): Promise<void> => {
  const reach = async (version: number): Promise<void> => {
    await collections.counters.updateOne(format, { $max: { last: Long.fromNumber(version) } }, { upsert: true });
  };
  await reach(from);
  for (const [index, step] of steps.entries()) {
    if (index + 1 < from) continue;
    await step(collections);
    await reach(index + 2);
  }
};
