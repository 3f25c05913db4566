import type { PetRepository } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { idempotency, newPet } from './samples.ts';

/** The outcome of adding animals one after another. */
export interface Added {
  /** The names of those that were acknowledged, with their ids. */
  readonly acknowledged: ReadonlyMap<string, bigint>;
  /** The duration of the slowest attempt, in milliseconds. */
  readonly slowest: number;
}

const timeLimitMS = 40_000;

/**
 * Adds animals in four lanes until `enough` returns true. It retries each one with the same key until it is acknowledged,
 * like a careful client.
 */
export const keepAdding = async (pets: PetRepository, prefix: string, enough: () => boolean): Promise<Added> => {
  const deadline = performance.now() + timeLimitMS;
  const acknowledged = new Map<string, bigint>();
  let slowest = 0;

  const addOne = async (name: string): Promise<void> => {
    const add = pets.add(newPet({ name, categoryId: 1n }), idempotency(name));
    for (;;) {
      const start = performance.now();
      const outcome = await add();
      slowest = Math.max(slowest, Math.round(performance.now() - start));
      if (E.isRight(outcome)) {
        acknowledged.set(name, outcome.right.id);
        return;
      }
      if (outcome.left._tag !== 'RepositoryUnavailable') throw new Error(outcome.left._tag);
      if (performance.now() > deadline) throw new Error(`${name} was not added within ${timeLimitMS} ms`);
    }
  };

  const lane = async (number: number): Promise<void> => {
    for (let count = 0; count === 0 || !enough(); count++) await addOne(`${prefix}-${number}-${count}`);
  };
  await Promise.all([1, 2, 3, 4].map(lane));
  return { acknowledged, slowest };
};
