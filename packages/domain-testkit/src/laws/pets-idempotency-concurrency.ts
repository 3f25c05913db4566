import assert from 'node:assert/strict';
import { idempotencyKeyReused, type PetRepository } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { type Law, law } from '../law.ts';
import { succeed } from '../outcome.ts';
import { idempotency, newPet, nthPet } from '../samples.ts';
import { allPets } from './all-pets.ts';

const oneHundred: readonly number[] = Array.from({ length: 100 }, (_, index) => index);

export const petsIdempotencyConcurrency: readonly Law<PetRepository>[] = [
  law('of 100 adds at once of one animal under one idempotency key one animal is added', async (fresh) => {
    const pets = await fresh();
    await Promise.all(oneHundred.map(() => pets.add(newPet('Rex'), idempotency('k'))()));
    assert.deepEqual(
      (await allPets(pets)).map(({ name }) => name),
      ['Rex'],
    );
  }),
  law('of 100 adds at once of one animal under one idempotency key everyone gets that animal', async (fresh) => {
    const pets = await fresh();
    const outcomes = await Promise.all(oneHundred.map(() => succeed(pets.add(newPet('Rex'), idempotency('k')))));
    const [first] = await allPets(pets);
    assert.deepEqual(
      outcomes,
      oneHundred.map(() => first),
    );
  }),
  law('of two animals at once under one idempotency key one wins, and the other is refused to all', async (fresh) => {
    const pets = await fresh();
    const outcomes = await Promise.all(
      oneHundred.map((n) => pets.add(newPet(n % 2 === 0 ? 'Rex' : 'Pip'), idempotency('k'))()),
    );
    const [winner, ...others] = await allPets(pets);
    assert.deepEqual(others, []);
    assert.deepEqual(
      outcomes,
      oneHundred.map((n) =>
        winner?.name === (n % 2 === 0 ? 'Rex' : 'Pip') ? E.right(winner) : E.left(idempotencyKeyReused),
      ),
    );
  }),
  law('of 100 adds at once under keys of their own each adds its animal', async (fresh) => {
    const pets = await fresh();
    const added = await Promise.all(oneHundred.map((n) => succeed(pets.add(nthPet(n), idempotency(`key-${n}`)))));
    assert.deepEqual(
      added.map(({ name }) => name),
      oneHundred.map((n) => nthPet(n).name),
    );
    assert.deepEqual(
      await allPets(pets),
      added.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
  }),
];
