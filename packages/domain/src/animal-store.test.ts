import { valid } from '@animal-store/testkit/valid';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { expect, it, vi } from 'vitest';
import { createAnimalStore } from './animal-store.ts';
import { repositoryUnavailable } from './errors.ts';
import { IdempotencyKey, IdempotencyScope } from './idempotency.ts';
import { PetId } from './int64.ts';
import { PageLimit } from './page.ts';
import { NewPet, Pet } from './pet.ts';
import type { PetRepository } from './pet-repository.ts';

const storeWith = (operations: Partial<PetRepository>) => createAnimalStore({ pets: operations as PetRepository });
const id = valid(PetId);
const limit = valid(PageLimit);

const unavailable = TE.left(repositoryUnavailable(new Error('no primary')));

it('addPet hands its input on', () => {
  const add = vi.fn(() => unavailable);
  const newPet = valid(NewPet)({ name: 'Rex', categoryId: 1 });
  const idempotency = { scope: valid(IdempotencyScope)('client'), key: valid(IdempotencyKey)('once') };
  expect(storeWith({ add }).addPet(newPet, idempotency)).toBe(unavailable);
  expect(add.mock.calls).toEqual([[newPet, idempotency]]);
});

it.each([
  [7n, E.right({ id: 7n, name: 'Rex', categoryId: 1n })],
  [8n, E.left({ _tag: 'PetNotFound' })],
])('getPet finds the animal with the id, or fails: %s', async (wanted, outcome) => {
  const rex = valid(Pet)({ id: 7, name: 'Rex', categoryId: 1 });
  const { getPet } = storeWith({ find: (given) => TE.right(given === rex.id ? O.some(rex) : O.none) });
  expect(await getPet(id(wanted))()).toEqual(outcome);
});

it('listPets requests one animal more than the page has, and hands status and after on as they are', async () => {
  const list = vi.fn<PetRepository['list']>(() => TE.right([]));
  const { listPets } = storeWith({ list });
  await listPets({ limit: limit(20), status: 'sold', after: id(7n) })();
  await listPets({ limit: limit(100) })();
  expect(list.mock.calls).toStrictEqual([[{ limit: 21, status: 'sold', after: 7n }], [{ limit: 101 }]]);
});

it.each([
  [3, 0, undefined],
  [3, 2, undefined],
  [3, 3, undefined],
  [3, 4, 3n],
  [1, 1, undefined],
  [1, 2, 1n],
])('listPets gives a page of at most %d of %d animals, and its last id only if there are more: %s', async (...row) => {
  const [size, count, next] = row;
  const pets = Array.from({ length: count }, (_, index) => valid(Pet)({ id: index + 1, name: 'Rex', categoryId: 1 }));
  const { listPets } = storeWith({ list: (range) => TE.right(pets.slice(0, range.limit)) });
  const page = { pets: pets.slice(0, size), ...(next !== undefined && { next }) };
  expect(await listPets({ limit: limit(size) })()).toStrictEqual(E.right(page));
});

const failing = createAnimalStore({ pets: new Proxy({} as PetRepository, { get: () => () => unavailable }) });

it.each(Object.entries(failing))('%s gives the failure of the repository', async (_, useCase) => {
  expect(await useCase({ limit: 20 } as never)()).toEqual(await unavailable());
});
