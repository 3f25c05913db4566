import assert from 'node:assert/strict';
import { type Added, idempotencyKeyReused, type PetRepository } from '@animal-store/domain';
import { either as E, readonlyArray as RA } from 'fp-ts';
import { lawOfTwo } from '../core/durable-laws.ts';
import type { Law } from '../core/law.ts';
import { succeedWith } from '../core/outcome.ts';
import type { DurablePetRepositoryFixture } from '../fixtures.ts';
import { idempotency, newPet, somePets } from '../samples/pets.ts';
import { addPet, allPets, byId, replayed } from './pet-steps.ts';

// As many as a store without transactions needs to lose one of them.
const races = 100;

export const sharedPets: readonly Law<DurablePetRepositoryFixture>[] = [
  ...lawOfTwo<PetRepository, DurablePetRepositoryFixture>(
    (two) =>
      `of animals added at once by two ${two} one is stored for each idempotency key, and the others are refused`,
    async (one, other) => {
      await addPet(one, newPet('bystander'));
      const add = (pets: PetRepository, name: string, n: number) => pets.add(newPet(name), idempotency(`${n}`))();
      // Every second race has two animals of which one must be refused.
      const outcomes = await Promise.all(
        RA.makeBy(races, (n) => Promise.all([add(one, `${n}`, n), add(other, n % 2 === 0 ? `${n}` : `other ${n}`, n)])),
      );
      const stored = await allPets(one);
      assert.equal(stored.length, races + 1);
      for (const [n, both] of outcomes.entries()) {
        const pet = stored.find(({ name }) => name === `${n}` || name === `other ${n}`) ?? assert.fail(`${n} is lost`);
        const isFirst = (outcome: E.Either<unknown, Added>) => E.isRight(outcome) && !outcome.right.replayed;
        assert.equal(both.filter(isFirst).length, 1, 'exactly one add makes the record, and is not `replayed`');
        const others = n % 2 === 0 ? E.right(replayed(pet)) : E.left(idempotencyKeyReused);
        assert.deepEqual(
          both,
          both.map((outcome) => (isFirst(outcome) ? E.right({ pet, replayed: false }) : others)),
        );
        await succeedWith(other.add(newPet(pet.name), idempotency(`${n}`)), replayed(pet));
      }
      assert.deepEqual(await allPets(one), stored);
    },
  ),
  // 300 adds: adapters that reserve ids in blocks need several.
  ...lawOfTwo<PetRepository, DurablePetRepositoryFixture>(
    (two) => `of animals added at once by two ${two} each is stored under an id of its own`,
    async (one, other) => {
      const added = await Promise.all(somePets(150).flatMap((given) => [addPet(one, given), addPet(other, given)]));
      assert.equal(new Set(added.map(({ id }) => id)).size, added.length);
      for (const pets of [one, other]) assert.deepEqual(await allPets(pets), byId(added));
    },
  ),
];
