import type { NewPet } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { expect, it } from 'vitest';
import { openMemory } from './open.ts';

it('A store in memory is not ready once it has refused an animal, because it stays full', async () => {
  const { pets, ping } = openMemory({ maxBytes: 1 });
  expect(await ping()).toEqual(E.right(undefined));
  await pets.add({ name: 'Rex', categoryId: 1n } as NewPet)();
  expect(await ping()).toEqual(E.left({ _tag: 'RepositoryUnavailable', cause: 'the store is full' }));
});
