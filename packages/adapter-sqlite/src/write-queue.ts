import type { GroupCommit } from './group-commit.ts';
import { resultCodes } from './sqlite-error.ts';
import type { WriteOperation, WriteOutcome } from './write-operations.ts';

/** A write that waits for its turn. */
export interface WaitingWrite {
  readonly id: number;
  /** When its caller gets a failure, in milliseconds since 1970: two threads share only this clock. */
  readonly deadline: number;
  readonly operation: WriteOperation;
}

/** A write that has ended, with the id of its `WaitingWrite`. */
export interface EndedWrite {
  readonly id: number;
  readonly outcome: WriteOutcome;
}

/** Maximum number of writes in one transaction. With more, the first ones would wait too long. */
const maxGroup = 1_000;

/** Milliseconds before another attempt to get the lock. SQLite has no queue for it. */
const retryAfter = 1;

const lockedOut = (milliseconds: number): WriteOutcome => ({
  _tag: 'Failed',
  isOutage: true,
  message: `another process has locked the database for ${milliseconds} ms`,
  code: resultCodes.busy,
});

/**
 * Collects the writes of one turn of the event loop and commits them as a group. While another process has the lock, it
 * retries without blocking, and more writes join the group. A write that has waited for `lockTimeoutMS` fails. A write whose
 * deadline has passed is dropped, because its caller has a failure.
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
    const time = Date.now();
    waiting = waiting.filter(({ deadline }) => deadline > time);
    if (waiting.length === 0) return;
    const group = waiting.slice(0, maxGroup);
    const outcomes = commit(group.map(({ operation }) => operation));
    const now = performance.now();
    const ended =
      outcomes === undefined
        ? group.filter(({ until }) => until <= now).map(({ id }) => ({ id, outcome: lockedOut(lockTimeoutMS) }))
        : outcomes.map((outcome, index) => ({ id: (group[index] as WaitingWrite).id, outcome }));
    // The oldest writes come first, so the ended ones are always at the beginning.
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
