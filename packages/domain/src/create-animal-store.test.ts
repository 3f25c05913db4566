import { known } from '@animal-store/testkit/known';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import type { AnimalStore } from './animal-store.ts';
import { createAnimalStore } from './create-animal-store.ts';
import { repositoryUnavailable } from './errors.ts';
import { PageLimit } from './page.ts';
import { Pet } from './pet.ts';
import { PetId } from './pet-id.ts';
import type { PetRange, PetRepository } from './pet-repository.ts';

const storeWith = (operations: Partial<PetRepository>): AnimalStore =>
  createAnimalStore({ pets: operations as PetRepository });
const id = known(PetId);
const unavailable = repositoryUnavailable(new Error('no primary'));

describe('getPet and listPets have tests of their own; each other use case is an operation of the repository', () => {
  const calls: unknown[] = [];
  const task = TE.left(unavailable);
  const operation =
    (name: string) =>
    (...given: unknown[]) => {
      calls.push([name, ...given]);
      return task;
    };
  const pets = new Proxy({}, { get: (_, name) => operation(String(name)) }) as PetRepository;
  const { getPet: _, listPets: __, ...others } = createAnimalStore({ pets });

  it.each(Object.keys(others))('%s hands its input on', (name) => {
    // Made here, so that StrykerJS knows which test runs through it.
    const useCase: (...given: never[]) => unknown = createAnimalStore({ pets })[name as keyof typeof others];
    const given = ['first', 'second', 'third'].slice(0, useCase.length) as never[];
    expect(useCase(...given)).toBe(task);
    expect(calls.splice(0)).toEqual([[name.replace(/Pet$/, ''), ...given]]);
  });
});

describe('getPet', () => {
  const rex = known(Pet)({ id: 7, name: 'Rex', categoryId: 1 });
  const { getPet } = storeWith({ find: (wanted) => TE.right(wanted === rex.id ? O.some(rex) : O.none) });

  it('gives the animal with the id', async () => {
    expect(await getPet(id(7n))()).toEqual(E.right(rex));
  });

  it('fails with PetNotFound when no animal has the id', async () => {
    expect(await getPet(id(8n))()).toEqual(E.left({ _tag: 'PetNotFound' }));
  });

  it('gives the failure of the repository', async () => {
    expect(await storeWith({ find: () => TE.left(unavailable) }).getPet(id(7n))()).toEqual(E.left(unavailable));
  });
});

const pet = (id: number): Pet => known(Pet)({ id, name: `animal ${id}`, categoryId: 1 });
const pets = (count: number): readonly Pet[] => Array.from({ length: count }, (_, index) => pet(index + 1));
const limit = known(PageLimit);

const storeOf = (count: number) => {
  const ranges: PetRange[] = [];
  const store = storeWith({
    list: (range) => {
      ranges.push(range);
      return TE.right(pets(count).slice(0, range.limit));
    },
  });
  return { ranges, store };
};

describe('listPets', () => {
  it('requests one animal more than the page has, and hands status and after on as they are', async () => {
    const { ranges, store } = storeOf(0);
    await store.listPets({ limit: limit(20), status: 'sold', after: id(7n) })();
    await store.listPets({ limit: limit(100) })();
    expect(ranges).toStrictEqual([{ limit: 21, status: 'sold', after: 7n }, { limit: 101 }]);
  });

  it.each([
    [3, 0, undefined],
    [3, 2, undefined],
    [3, 3, undefined],
    [3, 4, 3n],
    [1, 1, undefined],
    [1, 2, 1n],
  ])(
    'gives a page of at most %d of %d animals, and its last id only if there are more: %s',
    async (size, count, next) => {
      const page = { pets: pets(Math.min(size, count)), ...(next !== undefined && { next }) };
      expect(await storeOf(count).store.listPets({ limit: limit(size) })()).toStrictEqual(E.right(page));
    },
  );

  it('gives the failure of the repository', async () => {
    const { listPets } = storeWith({ list: () => TE.left(unavailable) });
    expect(await listPets({ limit: limit(20) })()).toEqual(E.left(unavailable));
  });
});
