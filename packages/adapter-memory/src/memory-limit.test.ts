import type { Idempotency, NewPet, Pet } from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import { createMemoryPetRepository } from './create-memory-pet-repository.ts';
import { memoryCost } from './memory-cost.ts';

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

describe('A repository in memory with a limit', () => {
  const animalCost = memoryCost(named('Rex'), undefined);
  const cost = memoryCost(named('Rex'), idempotency('k'));

  it('takes animals up to the limit to the byte, and none after the first that it refuses', async () => {
    const pets = createMemoryPetRepository({ maxBytes: 2 * animalCost });
    expect(await pets.add(named('Rex'))()).toMatchObject({ right: { pet: { id: 1n } } });
    expect(await pets.add(named('Rex'))()).toMatchObject({ right: { pet: { id: 2n } } });
    expect(pets.isFull()).toBe(false);
    expect(await pets.add(named(''))()).toEqual(full);
    expect(pets.isFull()).toBe(true);
    expect(await pets.list({ limit: 9 })()).toMatchObject({ right: [{ id: 1n }, { id: 2n }] });
  });

  it('counts records, and refuses a creation without a trace of it', async () => {
    const pets = createMemoryPetRepository({ maxBytes: 2 * cost - 1 });
    const first = { id: 1n, name: 'Rex', categoryId: 1n };
    expect(await pets.add(named('Rex'), idempotency('k'))()).toEqual(E.right({ pet: first, replayed: false }));
    expect(await pets.add(named('Rex'), idempotency('l'))()).toEqual(full);
    expect(await pets.add(named('Rex'), idempotency('l'))()).toEqual(full);
    expect(await pets.list({ limit: 9 })()).toEqual(E.right([first]));
  });

  it('still reads and repeats creations when it is full', async () => {
    const pets = createMemoryPetRepository({ maxBytes: cost });
    const added = await pets.add(named('Rex'), idempotency('k'))();
    expect(await pets.add(named('Tom'))()).toEqual(full);
    const pet = { id: 1n, name: 'Rex', categoryId: 1n } as Pet;
    expect([added, await pets.add(named('Rex'), idempotency('k'))()]).toEqual([
      E.right({ pet, replayed: false }),
      E.right({ pet, replayed: true }),
    ]);
    expect(await pets.add(named('Tom'), idempotency('k'))()).toEqual(E.left({ _tag: 'IdempotencyKeyReused' }));
    expect(await pets.find(pet.id)()).toEqual(E.right(O.some(pet)));
  });
});
