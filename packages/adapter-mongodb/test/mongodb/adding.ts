import type { PetRepository } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { idempotency, newPet } from './samples.ts';

/** What came of animals that were added one after another. */
export interface Added {
  /** The names of those that were acknowledged, with their ids. */
  readonly acknowledged: ReadonlyMap<string, bigint>;
  /** The longest that one attempt took, in milliseconds. */
  readonly slowest: number;
}

const givesUpAfterMS = 40_000;

/**
 * Adds animals in a few lanes until `enough` says so, each under a key and until it is acknowledged, as a careful
 * client would.
 */
export const keepAdding = async (pets: PetRepository, prefix: string, enough: () => boolean): Promise<Added> => {
  const deadline = performance.now() + givesUpAfterMS;
  const acknowledged = new Map<string, bigint>();
  let slowest = 0;

  const addOne = async (name: string): Promise<void> => {
    const add = pets.add(newPet({ name, categoryId: 1n }), idempotency(name));
    for (;;) {
      const start = performance.now();
      const answer = await add();
      slowest = Math.max(slowest, Math.round(performance.now() - start));
      if (E.isRight(answer)) {
        acknowledged.set(name, answer.right.id);
        return;
      }
      if (answer.left._tag !== 'RepositoryUnavailable') throw new Error(answer.left._tag);
      if (performance.now() > deadline) throw new Error(`${name} was not added within ${givesUpAfterMS} ms`);
    }
  };

  const lane = async (number: number): Promise<void> => {
    for (let count = 0; count === 0 || !enough(); count++) await addOne(`${prefix}-${number}-${count}`);
  };
  await Promise.all([1, 2, 3, 4].map(lane));
  return { acknowledged, slowest };
};
