import { valid } from '@animal-store/testkit/valid';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { type AnimalStore, createAnimalStore } from './animal-store.ts';
import { repositoryUnavailable } from './errors.ts';
import { PetId } from './int64.ts';
import { PageLimit } from './page.ts';
import { Pet } from './pet.ts';
import type { PetRange, PetRepository } from './pet-repository.ts';

const storeWith = (operations: Partial<PetRepository>) => createAnimalStore({ pets: operations as PetRepository });
const id = valid(PetId);
const limit = valid(PageLimit);

const calls: unknown[] = [];
const failure = TE.left(repositoryUnavailable(new Error('no primary')));
const failing = new Proxy({} as PetRepository, {
  get:
    (_, name) =>
    (...given: unknown[]) => {
      calls.push([name, ...given]);
      return failure;
    },
});
// Made in the test, so that StrykerJS knows which test runs through it.
const useCase = (name: string): ((...given: unknown[]) => TE.TaskEither<unknown, unknown>) =>
  Reflect.get(createAnimalStore({ pets: failing }), name);

const handsOn = (operation: keyof PetRepository) => (name: string) => {
  it('hands its input on', () => {
    calls.length = 0;
    const given = ['first', 'second', 'third'].slice(0, useCase(name).length);
    expect(useCase(name)(...given)).toBe(failure);
    expect(calls).toEqual([[operation, ...given]]);
  });
};

const finds = () => {
  it.each([
    [7n, E.right({ id: 7n, name: 'Rex', categoryId: 1n })],
    [8n, E.left({ _tag: 'PetNotFound' })],
  ])('finds the animal with the id, or fails: %s', async (wanted, outcome) => {
    const rex = valid(Pet)({ id: 7, name: 'Rex', categoryId: 1 });
    const { getPet } = storeWith({ find: (given) => TE.right(given === rex.id ? O.some(rex) : O.none) });
    expect(await getPet(id(wanted))()).toEqual(outcome);
  });
};

const lists = () => {
  const pets = (count: number): readonly Pet[] =>
    Array.from({ length: count }, (_, index) => valid(Pet)({ id: index + 1, name: `animal ${index}`, categoryId: 1 }));

  it('requests one animal more than the page has, and hands status and after on as they are', async () => {
    const ranges: PetRange[] = [];
    const list: PetRepository['list'] = (range) => {
      ranges.push(range);
      return TE.right([]);
    };
    const { listPets } = storeWith({ list });
    await listPets({ limit: limit(20), status: 'sold', after: id(7n) })();
    await listPets({ limit: limit(100) })();
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
      const { listPets } = storeWith({ list: (range) => TE.right(pets(count).slice(0, range.limit)) });
      const page = { pets: pets(Math.min(size, count)), ...(next !== undefined && { next }) };
      expect(await listPets({ limit: limit(size) })()).toStrictEqual(E.right(page));
    },
  );
};

/** The tests of each use case. The compiler requires all use cases, and Vitest at least one test of each. */
const tests: Readonly<Record<keyof AnimalStore, (name: string) => void>> = {
  addPet: handsOn('add'),
  getPet: finds,
  listPets: lists,
};

describe.each(Object.entries(tests))('%s', (name, define) => define(name));

const names = Object.keys(createAnimalStore({ pets: failing }));

it('each use case has tests', () => {
  expect(names.toSorted()).toEqual(Object.keys(tests).toSorted());
});

it.each(names)('%s gives the failure of the repository', async (name) => {
  expect(await useCase(name)({ limit: 20 })()).toEqual(await failure());
});
