/** The queues of sources that wait to be read. */
export type Queue = 'newcomers' | 'silent' | 'others';

/** Which source is read next: the last or the first one of a queue. */
export interface Choice {
  readonly queue: Queue;
  readonly end: 'first' | 'last';
}

const newest: Choice = { queue: 'newcomers', end: 'last' };
const oldest: Choice = { queue: 'newcomers', end: 'first' };
const silent: Choice = { queue: 'silent', end: 'first' };
const others: Choice = { queue: 'others', end: 'first' };

const inTurn = [newest, oldest, silent] as const;

/**
 * Chooses the next source. New ones come first: in turn the newest, the oldest, and one that has sent nothing yet, so
 * that a crowd cannot lock out one that comes before or after it. Then come those that have sent something, in order and
 * if the rate allows it. `waiting` has the length of each queue.
 */
export const whoIsNext = (
  turn: number,
  waiting: Readonly<Record<Queue, number>>,
  mayPass: boolean,
): Choice | undefined => {
  const hasOne = ({ queue }: Choice): boolean => waiting[queue] > 0;
  const preferred = inTurn[turn % inTurn.length];
  if (preferred !== undefined && hasOne(preferred)) return preferred;
  return [oldest, silent].find(hasOne) ?? (mayPass && hasOne(others) ? others : undefined);
};
