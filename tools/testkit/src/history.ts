import { setTimeout as pause } from 'node:timers/promises';
import { either as E } from 'fp-ts';
import { vi } from 'vitest';

type Task<A> = () => Promise<E.Either<{ readonly _tag: string }, A>>;

interface Named {
  readonly id: bigint;
  readonly name: string;
}

/** The operations of the clients whose history is recorded. */
export interface Recorded {
  /** Adds an animal with this name, and perhaps with an idempotency key that belongs to the name. */
  readonly add: (name: string, hasKey: boolean) => Task<{ readonly id: bigint }>;
  /** The animals above an id, in ascending order. */
  readonly list: (after: bigint) => Task<readonly Named[]>;
}

/** One request. Times are in milliseconds since the history began. Without ids, the response was a failure. */
interface Request {
  readonly operation: 'add' | 'list';
  readonly sent: number;
  readonly received: number;
  readonly shown: readonly Named[];
}

const stopsWithinMS = 40_000;

/**
 * Records what clients see: four add animals, each until it is acknowledged and then once more, always with the same key; two add
 * animals without a key, each once; and one lists all animals again and again.
 */
export const startHistory = ({ add, list }: Recorded, prefix: string) => {
  const requests: Request[] = [];
  const begin = performance.now();
  let isOver = false;

  const record = async <A>(operation: 'add' | 'list', task: Task<A>, shown: (result: A) => readonly Named[]) => {
    const sent = performance.now() - begin;
    const outcome = await task();
    if (E.isLeft(outcome) && outcome.left._tag !== 'RepositoryUnavailable') throw new Error(outcome.left._tag);
    const seen = E.isLeft(outcome) ? [] : shown(outcome.right);
    requests.push({ operation, sent, received: performance.now() - begin, shown: seen });
    if (E.isLeft(outcome)) await pause(5);
    return E.isRight(outcome) ? seen : undefined;
  };
  const lane = async (number: number): Promise<void> => {
    for (let count = 0; !isOver; count++) {
      const name = `${prefix}-${number}-${count}`;
      const task = add(name, true);
      for (let left = 2; left > 0; ) if (await record('add', task, ({ id }) => [{ id, name }])) left -= 1;
    }
  };
  const laneWithoutKeys = async (number: number): Promise<void> => {
    for (let count = 0; !isOver; count++) {
      const name = `${prefix}-${number}-${count}`;
      await record('add', add(name, false), ({ id }) => [{ id, name }]);
    }
  };
  const read = async (): Promise<void> => {
    let after = 0n;
    while (!isOver) {
      const page = await record('list', list(after), (found) => found);
      if (page !== undefined) after = page.at(-1)?.id ?? 0n;
      await pause(1);
    }
  };
  const work = Promise.all([...[1, 2, 3, 4].map(lane), ...[5, 6].map(laneWithoutKeys), read()]);
  let failure: unknown;
  work.catch((error: unknown) => {
    failure = error;
  });

  const shownBy = (operation: 'add' | 'list') =>
    requests.filter((request) => request.operation === operation).flatMap(({ shown }) => shown);
  /** Waits until so many more additions have ended, acknowledged or not. */
  const more = async (count: number, isCounted: (request: Request) => boolean = () => true): Promise<void> => {
    const counted = () => requests.filter((one) => one.operation === 'add' && isCounted(one)).length;
    const until = counted() + count;
    await vi.waitUntil(() => failure !== undefined || counted() >= until, { timeout: 30_000, interval: 20 });
    if (failure !== undefined) throw failure;
  };
  return {
    requests: requests as readonly Request[],
    ended: (count: number) => more(count),
    acknowledged: (count: number) => more(count, ({ shown }) => shown.length > 0),
    failed: (count: number) => more(count, ({ shown }) => shown.length === 0),
    /** Ends once each animal that was begun is acknowledged. */
    stop: async (): Promise<void> => {
      isOver = true;
      const late = pause(stopsWithinMS, undefined, { ref: false }).then(() => {
        throw new Error(`an animal was not added within ${stopsWithinMS} ms`);
      });
      await Promise.race([work, late]);
    },
    /** Judges the history by what is stored in the end: the animals, as the name and the id of each. */
    judge: (stored: readonly Named[]) => {
      const added = shownBy('add');
      const listed = shownBy('list').filter(({ name }) => name.startsWith(`${prefix}-`));
      const isStored = new Set(stored.map(({ id, name }) => `${id} ${name}`));
      const distinct = (animals: readonly Named[]) => new Set(animals.map(({ id, name }) => `${id} ${name}`));
      const missing = (animals: readonly Named[]) => [...distinct(animals)].filter((one) => !isStored.has(one)).sort();
      const severalOf = (animals: readonly Named[], by: 'id' | 'name') =>
        [...Map.groupBy([...distinct(animals)], (one) => one.split(' ')[by === 'id' ? 0 : 1])]
          .filter(([, ones]) => ones.length > 1)
          .map(([, ones]) => ones);
      return {
        /** Acknowledged, and not stored as acknowledged. */
        lost: missing(added),
        /** Ids of two animals, of all that were acknowledged, listed or are stored. */
        twice: severalOf([...added, ...listed, ...stored], 'id'),
        /** Animals that were acknowledged or are stored under two ids. */
        doubled: severalOf([...added, ...stored], 'name'),
        /** Listed, and not stored in the end. */
        vanished: missing(listed),
      };
    },
  };
};
