import { known } from '@animal-store/testkit/known';
import { either as E, taskEither as TE } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { petsWith } from '../../test/pets-with.ts';
import { repositoryUnavailable } from '../errors.ts';
import { PageLimit } from '../page.ts';
import { Pet } from '../pet.ts';
import { PetId } from '../pet-id.ts';
import type { PetRange } from '../pet-repository.ts';
import { createAnimalStore } from './animal-store.ts';
import { listPets } from './list-pets.ts';

const pet = (id: number): Pet => known(Pet)({ id, name: `animal ${id}`, categoryId: 1 });
const pets = (count: number): readonly Pet[] => Array.from({ length: count }, (_, index) => pet(index + 1));
const limit = known(PageLimit);

const repositoryOf = (count: number) => {
  const ranges: PetRange[] = [];
  const repository = petsWith({
    list: (range) => {
      ranges.push(range);
      return TE.right(pets(count).slice(0, range.limit));
    },
  });
  return { ranges, repository };
};

describe('listPets', () => {
  it.each([
    [1, 2],
    [20, 21],
    [100, 101],
  ])('requests one animal more than the %d of the page', async (wanted, expected) => {
    const { ranges, repository } = repositoryOf(0);
    await listPets(repository)({ limit: limit(wanted) })();
    expect(ranges).toStrictEqual([{ limit: expected }]);
  });

  it('hands status and after on as they are', async () => {
    const { ranges, repository } = repositoryOf(0);
    const after = known(PetId)(7n);
    await listPets(repository)({ limit: limit(20), status: 'sold', after })();
    await listPets(repository)({ limit: limit(20), status: 'sold' })();
    await listPets(repository)({ limit: limit(20), after })();
    expect(ranges).toStrictEqual([
      { limit: 21, status: 'sold', after: 7n },
      { limit: 21, status: 'sold' },
      { limit: 21, after: 7n },
    ]);
  });

  it.each([
    [3, 0],
    [3, 1],
    [3, 2],
    [3, 3],
    [1, 1],
    [100, 100],
  ])('gives a page of %d and no next when there are only %d', async (size, count) => {
    const { repository } = repositoryOf(count);
    expect(await listPets(repository)({ limit: limit(size) })()).toStrictEqual(E.right({ pets: pets(count) }));
  });

  it.each([
    [3, 4],
    [3, 10],
    [1, 2],
    [100, 101],
  ])('gives a page of %d and the last id of it as next when there are %d', async (size, count) => {
    const { repository } = repositoryOf(count);
    expect(await listPets(repository)({ limit: limit(size) })()).toStrictEqual(
      E.right({ pets: pets(size), next: BigInt(size) }),
    );
  });

  it('gives the failure of the repository', async () => {
    const unavailable = repositoryUnavailable('no primary');
    const repository = petsWith({ list: () => TE.left(unavailable) });
    expect(await listPets(repository)({ limit: limit(20) })()).toEqual(
      E.left({ _tag: 'RepositoryUnavailable', cause: 'no primary' }),
    );
  });

  it('is what the animal store lists with', async () => {
    const { repository } = repositoryOf(2);
    expect(await createAnimalStore({ pets: repository }).listPets({ limit: limit(1) })()).toEqual(
      E.right({ pets: pets(1), next: 1n }),
    );
  });
});
