import type { Idempotency, NewPet, Pet } from '@animal-store/domain';
import { petOperations } from '@animal-store/domain-testkit';
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts';
import { expect, it } from 'vitest';
import { openMemory } from './open.ts';
import { createMemoryPetRepository, memoryCost } from './pets.ts';

const named = (name: string): NewPet => ({ name, categoryId: 1n }) as NewPet;
const idempotency = (key: string): Idempotency => ({ scope: 'aaaaaaaa', key }) as Idempotency;
const full = E.left({ _tag: 'RepositoryFull' });

it.each([
  ['a name in ASCII', 'x'.repeat(300), undefined, 192 + 400],
  ['a name in Latin-1', 'ÿ'.repeat(300), undefined, 192 + 400],
  ['a name with one other character', `${'x'.repeat(299)}Ā`, undefined, 192 + 800],
  ['a record', '', idempotency('k'.repeat(3)), 192 + 192 + 11 + 4],
])('The memory that a creation needs counts %s', (_, name, used, bytes) => {
  expect(memoryCost(named(name), used)).toBe(bytes);
});

it('A repository with a limit takes animals up to it, to the byte, and none after the first that it refuses', async () => {
  const pets = createMemoryPetRepository({ maxBytes: 2 * memoryCost(named('Rex'), undefined) });
  for (const id of [1n, 2n]) expect(await pets.add(named('Rex'))()).toMatchObject({ right: { pet: { id } } });
  expect(pets.isFull()).toBe(false);
  expect(await pets.add(named(''))()).toEqual(full);
  expect(pets.isFull()).toBe(true);
  const other = createMemoryPetRepository({ maxBytes: memoryCost(named('Rex'), undefined) });
  for (const name of ['a longer name', 'Rex']) expect(await other.add(named(name))()).toEqual(full);
});

it('A repository with a limit counts records, keeps none of a refused creation, and serves on when it is full', async () => {
  const pets = createMemoryPetRepository({ maxBytes: 2 * memoryCost(named('Rex'), idempotency('k')) - 1 });
  const pet = { id: 1n, name: 'Rex', categoryId: 1n } as Pet;
  expect(await pets.add(named('Rex'), idempotency('k'))()).toEqual(E.right({ pet, replayed: false }));
  for (const _ of [1, 2]) expect(await pets.add(named('Rex'), idempotency('l'))()).toEqual(full);
  expect(await pets.add(named('Rex'), idempotency('k'))()).toEqual(E.right({ pet, replayed: true }));
  expect(await pets.add(named('Tom'), idempotency('k'))()).toEqual(E.left({ _tag: 'IdempotencyKeyReused' }));
  expect(await pets.find(pet.id)()).toEqual(E.right(O.some(pet)));
  expect(await pets.list({ limit: 9 })()).toEqual(E.right([pet]));
});

it.each(
  Object.entries(petOperations).flatMap(([name, { run }]) =>
    [undefined, idempotency('k')].map((used) => [name, used === undefined ? 'no key' : 'a key', used, run] as const),
  ),
)('After %s of an animal with %s, a repository with a limit counts what it stores', async (_, _key, used, run) => {
  const unnamed = named('');
  const maxBytes = 19 * memoryCost(unnamed, undefined);
  const pets = createMemoryPetRepository({ maxBytes });
  // A record keeps its animal, also when that is removed.
  const recorded = new Map<bigint, number>();
  const noting: typeof pets = {
    ...pets,
    add: (given, key) =>
      F.pipe(
        pets.add(given, key),
        TE.map((added) => {
          if (key !== undefined) recorded.set(added.pet.id, memoryCost(given, key));
          return added;
        }),
      ),
  };
  const added = await noting.add(named('Rex'), used)();
  if (E.isRight(added)) await run(noting, added.right.pet)();
  const stored = E.getOrElseW(() => [])(await pets.list({ limit: 9 })());
  const costs = stored.flatMap((pet) => (recorded.has(pet.id) ? [] : memoryCost(pet, undefined)));
  const free = [...costs, ...recorded.values()].reduce((left, cost) => left - cost, maxBytes);
  let fitting = 0;
  for (let n = 0; n < 20; n++) if (E.isRight(await pets.add(unnamed)())) fitting += 1;
  expect(fitting).toBe(Math.floor(free / memoryCost(unnamed, undefined)));
});

it.each([0, Number.NaN])('maxBytes cannot be %d', (maxBytes) => {
  expect(() => createMemoryPetRepository({ maxBytes })).toThrow(`maxBytes must be at least 1, not ${maxBytes}`);
});

it('A store in memory is not ready once it has refused an animal, because it stays full', async () => {
  const { pets, ping } = openMemory({ maxBytes: 1 });
  expect(await ping()).toEqual(E.right(undefined));
  await pets.add(named('Rex'))();
  expect(await ping()).toEqual(E.left({ _tag: 'RepositoryUnavailable', cause: 'the store is full' }));
});
