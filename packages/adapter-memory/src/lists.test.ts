import type { NewPet, Pet } from '@animal-store/domain';
import { petOperations, rangesOf } from '@animal-store/domain-testkit';
import { expect, it } from 'vitest';
import { createPetLists, type PetLists } from './lists.ts';
import { createPetRepositoryOn } from './pets.ts';

/** Lists that count how often an element of theirs is read. */
const countingLists = (): {
  readonly lists: PetLists;
  readonly readsOf: (run: () => Promise<unknown>) => Promise<number>;
} => {
  let reads = 0;
  const counting = (pets: Pet[]): Pet[] =>
    new Proxy(pets, {
      get: (target, name, receiver) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
        return Reflect.get(target, name, receiver);
      },
    });
  const { all, available, pending, sold } = createPetLists();
  return {
    lists: { all: counting(all), available: counting(available), pending: counting(pending), sold: counting(sold) },
    readsOf: async (run) => {
      reads = 0;
      await run();
      return reads;
    },
  };
};

it('Each operation reads at most its page and a binary search, however many animals there are', async () => {
  const { lists, readsOf } = countingLists();
  const pets = createPetRepositoryOn(lists);
  const statuses = ['available', 'pending', 'sold'] as const;
  const many = 4_000;
  for (let n = 0; n < many; n++) await pets.add({ name: 'Rex', categoryId: 1n, status: statuses[n % 3] } as NewPet)();
  const search = Math.ceil(Math.log2(many)) + 2;
  for (const range of rangesOf([1n, 2_000n, 4_000n])) {
    const reads = await readsOf(pets.list(range));
    expect({ range, isBounded: reads <= range.limit + search }).toEqual({ range, isBounded: true });
  }
  const stored = { id: 7n, name: 'Rex', categoryId: 1n } as Pet;
  for (const [name, { run }] of Object.entries(petOperations)) {
    const reads = await readsOf(run(pets, stored));
    expect({ name, isBounded: reads <= 1 + search }).toEqual({ name, isBounded: true });
  }
});
