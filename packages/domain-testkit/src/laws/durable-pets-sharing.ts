import assert from 'node:assert/strict';
import { idempotencyKeyReused, type PetRepository } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { lawOfTwo } from '../core/durable-laws.ts';
import type { Law } from '../core/law.ts';
import { succeed } from '../core/outcome.ts';
import type { DurablePetRepositoryFixture } from '../fixtures.ts';
import { idempotency, newPet, somePets } from '../samples.ts';
import { addPet, allPets } from './all-pets.ts';
import { byId } from './pet-creations.ts';

const lawOfTwoStores = lawOfTwo<PetRepository, DurablePetRepositoryFixture>;

// As many races as a store without transactions needs to lose one of them.
const numbers: readonly number[] = Array.from({ length: 100 }, (_, index) => index);

export const durablePetsSharing: readonly Law<DurablePetRepositoryFixture>[] = [
  ...lawOfTwoStores(
    (two) => `of one animal added at once by two ${two} under one idempotency key one is stored, and both get it`,
    async (one, other) => {
      const add = (pets: PetRepository, n: number) => succeed(pets.add(newPet(`${n}`), idempotency(`${n}`)));
      const added = await Promise.all(numbers.map((n) => Promise.all([add(one, n), add(other, n)])));
      assert.deepEqual(
        added.map(([first, second]) => [second.pet, first.replayed !== second.replayed]),
        added.map(([first]) => [first.pet, true]),
      );
      assert.deepEqual(await allPets(one), byId(added.map(([first]) => first.pet)));
    },
  ),
  ...lawOfTwoStores(
    (two) => `of two animals added at once by two ${two} under one idempotency key one wins, the other is refused`,
    async (one, other) => {
      const outcomes = await Promise.all(
        numbers.map((n) =>
          Promise.all([
            one.add(newPet(`one ${n}`), idempotency(`${n}`))(),
            other.add(newPet(`other ${n}`), idempotency(`${n}`))(),
          ]),
        ),
      );
      const stored = await allPets(one);
      const winner = (name: string) => stored.find((pet) => pet.name === name);
      const expected = numbers.map((n) =>
        [winner(`one ${n}`), winner(`other ${n}`)].map((pet) =>
          pet === undefined ? E.left(idempotencyKeyReused) : E.right({ pet, replayed: false }),
        ),
      );
      assert.deepEqual(outcomes, expected);
      assert.equal(stored.length, numbers.length);
    },
  ),
  // 300 adds: adapters that reserve ids in blocks need several.
  ...lawOfTwoStores(
    (two) => `of animals added at once by two ${two} each is stored under an id of its own`,
    async (one, other) => {
      const adds = somePets(150).flatMap((given) => [one, other].map((pets) => addPet(pets, given)));
      const added = await Promise.all(adds);
      assert.equal(new Set(added.map(({ id }) => id)).size, added.length);
      for (const pets of [one, other]) assert.deepEqual(await allPets(pets), byId(added));
    },
  ),
];
