import type { GroupCommit } from './group-commit.ts';
import { resultCodes } from './sqlite-error.ts';
import type { WriteOperation, WriteOutcome } from './write-operations.ts';

/** A write that waits for its turn. */
export interface WaitingWrite {
  readonly id: number;
  readonly operation: WriteOperation;
}

/** A write that has ended, under the id that it waited with. */
export interface EndedWrite {
  readonly id: number;
  readonly outcome: WriteOutcome;
}

/** The most writes of one transaction: beyond that the first ones would wait for too long. */
const maxGroup = 1_000;

/** How long, in milliseconds, until a lock that another process has is tried again. SQLite has no queue for it. */
const retryAfter = 1;

const lockedOut = (milliseconds: number): WriteOutcome => ({
  _tag: 'Failed',
  isOutage: true,
  message: `another process has locked the database for ${milliseconds} ms`,
  code: resultCodes.busy,
});

/**
 * Collects writes and does all that have arrived in one turn of the event loop as a group. While another process has the
 * lock it tries again, without blocking, and more writes join; a write that has waited for `lockTimeoutMS` fails.
 */
export const createWriteQueue = (
  commit: GroupCommit,
  lockTimeoutMS: number,
  report: (ended: readonly EndedWrite[]) => void,
): ((writes: readonly WaitingWrite[]) => void) => {
  let waiting: (WaitingWrite & { readonly until: number })[] = [];
  let isScheduled = false;

  const run = (): void => {
    isScheduled = false;
    const group = waiting.slice(0, maxGroup);
    const outcomes = commit(group.map(({ operation }) => operation));
    const now = performance.now();
    const ended =
      outcomes === undefined
        ? group.filter(({ until }) => until <= now).map(({ id }) => ({ id, outcome: lockedOut(lockTimeoutMS) }))
        : outcomes.map((outcome, index) => ({ id: (group[index] as WaitingWrite).id, outcome }));
    // The oldest come first, so it is always a first part that has ended.
    waiting = waiting.slice(ended.length);
    if (ended.length > 0) report(ended);
    if (waiting.length === 0) return;
    isScheduled = true;
    if (outcomes === undefined) setTimeout(run, retryAfter);
    else setImmediate(run);
  };

  return (writes) => {
    const until = performance.now() + lockTimeoutMS;
    for (const write of writes) waiting.push({ ...write, until });
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(run);
  };
};
