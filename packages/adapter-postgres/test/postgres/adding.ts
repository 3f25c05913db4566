import { setTimeout as pause } from 'node:timers/promises';
import type { PetRepository } from '@animal-store/domain';
import type { Sql } from '@animal-store/testkit/postgres';
import { either as E } from 'fp-ts';
import { idempotency, newPet } from './samples.ts';

/** Animals that are being added. */
export interface Adding {
  /** The names of those that were acknowledged, with their ids. */
  readonly acknowledged: ReadonlyMap<string, bigint>;
  /** The milliseconds of the slowest attempt, and of the slowest list. */
  readonly slowest: () => number;
  /** How many attempts failed. */
  readonly failed: () => number;
  /** Ends once each animal that was begun is acknowledged. */
  readonly stop: () => Promise<void>;
}

/**
 * Adds animals in four lanes, each until it is acknowledged, with the same key, as a careful client does, and lists animals
 * beside them.
 */
export const startAdding = (pets: PetRepository, prefix: string): Adding => {
  const acknowledged = new Map<string, bigint>();
  let slowest = 0;
  let failed = 0;
  let isOver = false;

  const measure = async <L extends { readonly _tag: string }, A>(
    task: () => Promise<E.Either<L, A>>,
  ): Promise<E.Either<L, A>> => {
    const start = performance.now();
    const outcome = await task();
    slowest = Math.max(slowest, performance.now() - start);
    if (E.isRight(outcome)) return outcome;
    if (outcome.left._tag !== 'RepositoryUnavailable') throw new Error(outcome.left._tag);
    failed += 1;
    await pause(5);
    return outcome;
  };
  const addOne = async (name: string): Promise<void> => {
    const add = pets.add(newPet({ name, categoryId: 1n }), idempotency(name));
    for (;;) {
      const outcome = await measure(add);
      if (E.isRight(outcome)) return void acknowledged.set(name, outcome.right.id);
    }
  };
  const lane = async (number: number): Promise<void> => {
    for (let count = 0; !isOver; count++) await addOne(`${prefix}-${number}-${count}`);
  };
  const read = async (): Promise<void> => {
    while (!isOver) await measure(pets.list({ limit: 21 }));
  };
  const work = Promise.all([...[1, 2, 3, 4].map(lane), read()]);
  // A failure is reported by `stop`.
  work.catch(() => undefined);
  return {
    acknowledged,
    slowest: () => Math.round(slowest),
    failed: () => failed,
    stop: async () => {
      isOver = true;
      await work;
    },
  };
};

/** The ids of all stored animals whose names begin in a certain way, by name. */
export const storedIds = async (sql: Sql, prefix: string): Promise<ReadonlyMap<string, readonly bigint[]>> => {
  const rows = await sql('SELECT name, id FROM pets WHERE name LIKE $1 ORDER BY id', [`${prefix}-%`]);
  const byName = Map.groupBy(rows, ([name]) => String(name));
  return new Map([...byName].map(([name, found]) => [name, found.map(([, id]) => BigInt(id ?? 0))]));
};

/** What `storedIds` has to be: each animal once, under the id that was acknowledged. */
export const onceEach = (acknowledged: ReadonlyMap<string, bigint>): ReadonlyMap<string, readonly bigint[]> =>
  new Map([...acknowledged].map(([name, id]) => [name, [id]]));
