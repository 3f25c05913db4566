import { setTimeout as pause } from 'node:timers/promises';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';

type Task<A> = () => Promise<E.Either<{ readonly _tag: string }, A>>;

/** The operations of a load. */
export interface Load {
  /** Adds an animal with this name, and with an idempotency key that belongs to the name. */
  readonly add: (name: string) => Task<{ readonly id: bigint }>;
  readonly list: Task<unknown>;
}

const stopsWithinMS = 40_000;

/**
 * Adds animals in four lanes, each until it is acknowledged, with the same key, as a careful client does, and lists animals
 * beside them.
 */
export const startAdding = ({ add, list }: Load, prefix: string) => {
  const acknowledged = new Map<string, bigint>();
  let [slowest, failed, deadline] = [0, 0, Number.POSITIVE_INFINITY];

  const measure = async <A>(task: Task<A>): Promise<E.Either<unknown, A>> => {
    const start = performance.now();
    const outcome = await task();
    slowest = Math.max(slowest, Math.round(performance.now() - start));
    if (E.isRight(outcome)) return outcome;
    if (outcome.left._tag !== 'RepositoryUnavailable') throw new Error(outcome.left._tag);
    failed += 1;
    await pause(5);
    return outcome;
  };
  const isOver = (): boolean => deadline !== Number.POSITIVE_INFINITY;
  const lane = async (number: number): Promise<void> => {
    for (let count = 0; !isOver(); count++) {
      const name = `${prefix}-${number}-${count}`;
      const task = add(name);
      while (!acknowledged.has(name)) {
        if (performance.now() > deadline) throw new Error(`${name} was not added within ${stopsWithinMS} ms`);
        const outcome = await measure(task);
        if (E.isRight(outcome)) acknowledged.set(name, outcome.right.id);
      }
    }
  };
  const read = async (): Promise<void> => {
    while (!isOver()) await measure(list);
  };
  const work = Promise.all([...[1, 2, 3, 4].map(lane), read()]);
  // A failure is reported by `stop`.
  work.catch(() => undefined);
  return {
    /** The names of those that were acknowledged, with their ids. */
    acknowledged: acknowledged as ReadonlyMap<string, bigint>,
    /** The milliseconds of the slowest attempt, and of the slowest list. */
    slowest: () => slowest,
    /** How many attempts failed. */
    failed: () => failed,
    /** Ends once each animal that was begun is acknowledged. Rejects if that takes longer than 40 seconds. */
    stop: async (): Promise<void> => {
      deadline = performance.now() + stopsWithinMS;
      await work;
    },
  };
};

/** Each animal once, under the id that was acknowledged. */
export const onceEach = (acknowledged: ReadonlyMap<string, bigint>): ReadonlyMap<string, readonly bigint[]> =>
  new Map([...acknowledged].map(([name, id]) => [name, [id]]));

/** A store that is under load while its server or its network is broken. */
interface BreakableStore {
  readonly load: Load;
  readonly ping: () => Promise<E.Either<unknown, void>>;
  /** The ids of all stored animals whose names begin in a certain way, by name. */
  readonly storedIds: (prefix: string) => Promise<ReadonlyMap<string, readonly bigint[]>>;
  readonly recoversWithinMS: number;
  /** Whether no operation has to fail, because the driver may find another server in time. */
  readonly mayHideFaults?: boolean;
}

/** What breaks a store, and what repairs it. */
export type StoreFault<S> = readonly [
  name: string,
  begin: (on: S) => Promise<unknown>,
  end: (on: S) => Promise<unknown>,
];

/** Waits longer than an operation may take. */
export const last = (): Promise<void> => pause(6_000);

/** Faults of a server. */
export const serverFaults: readonly StoreFault<
  Readonly<Record<'kill' | 'start' | 'freeze' | 'thaw', () => Promise<unknown>>>
>[] = [
  ['the server is killed', ({ kill }) => kill(), ({ start }) => start()],
  ['the server is frozen', ({ freeze }) => freeze().then(last), ({ thaw }) => thaw()],
];

/** Tests that a store under load survives each fault. */
export const testFaults = <S extends BreakableStore>(
  setUp: () => Promise<S>,
  faults: readonly StoreFault<S>[],
): void => {
  it.each(faults)(
    '%s: within the time limit, nothing acknowledged is lost or stored twice, and it recovers',
    { timeout: 60_000 },
    async (name, begin, end) => {
      const on = await setUp();
      const prefix = name.replaceAll(' ', '_');
      const adding = startAdding(on.load, prefix);
      const adds = (count: number): Promise<void> => {
        const before = adding.acknowledged.size;
        return expect.poll(() => adding.acknowledged.size, { timeout: 10_000 }).toBeGreaterThan(before + count);
      };
      await adds(50);
      await begin(on);
      if (!on.mayHideFaults) await expect.poll(adding.failed, { timeout: 10_000 }).toBeGreaterThan(0);
      await end(on);
      await expect.poll(on.ping, { timeout: on.recoversWithinMS }).toEqual(E.right(undefined));
      await adds(50);
      await adding.stop();
      expect(await on.storedIds(prefix)).toEqual(onceEach(adding.acknowledged));
      // The limit of an operation, and half a second for a busy machine.
      expect(adding.slowest()).toBeLessThan(5_000);
    },
  );
};
