import type { IsOver, PostgresPool } from './open-pool.ts';
import { isOutage } from './postgres-error.ts';

/** Does something with each of several items, in one statement, and returns the outcomes in their order. */
export type Together<In, Out> = (pool: PostgresPool, items: readonly In[], isOver: IsOver) => Promise<readonly Out[]>;

const maxItems = 100;

/** The most statements at once. With two, a connection that hangs does not hold up the others. */
const maxStatements = 2;

/**
 * How long items wait for a statement that runs, in milliseconds, before another one begins. Those that came meanwhile share
 * the next one: fewer statements, each with more items, cost less.
 */
const patienceMS = 1;

/**
 * Does the items of one turn of the event loop together, at most 100 in one statement. If the statement fails for another
 * reason than an outage, each item is tried alone, so that one does not affect the others. An item whose time limit has
 * passed is left out.
 */
export const addTogether = <Item, Outcome>(
  perform: Together<Item, Outcome>,
): ((pool: PostgresPool, item: Item, isOver: IsOver) => Promise<Outcome>) => {
  /** An item, and who waits for its outcome. */
  interface One {
    readonly item: Item;
    readonly pool: PostgresPool;
    readonly isOver: IsOver;
    readonly resolve: (outcome: Outcome) => void;
    readonly reject: (error: unknown) => void;
  }
  let waiting: One[] = [];
  let running = 0;
  let timer: NodeJS.Timeout | undefined;

  const run = async (pool: PostgresPool, group: readonly One[]): Promise<void> => {
    const isOver = (): boolean => group.every((each) => each.isOver());
    try {
      const items = group.map(({ item }) => item);
      const outcomes = await perform(pool, items, isOver);
      for (const [index, { resolve }] of group.entries()) resolve(outcomes[index] as Outcome);
    } catch (error) {
      if (group.length === 1 || isOutage(error)) for (const { reject } of group) reject(error);
      else for (const each of group) await run(pool, [each]);
    }
  };

  const send = (): void => {
    clearTimeout(timer);
    while (running < maxStatements) {
      waiting = waiting.filter(({ isOver }) => !isOver());
      const [first] = waiting;
      if (first === undefined) return;
      const end = waiting.findIndex(({ pool }, index) => index === maxItems || pool !== first.pool);
      const group = waiting.splice(0, end < 0 ? waiting.length : end);
      running += 1;
      run(first.pool, group).finally(() => {
        running -= 1;
        send();
      });
    }
  };

  return (pool, item, isOver) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, pool, isOver, resolve, reject });
      if (waiting.length > 1) return;
      if (running === 0) setImmediate(send);
      else timer = setTimeout(send, patienceMS);
    });
};
