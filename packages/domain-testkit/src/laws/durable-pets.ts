import assert from 'node:assert/strict';
import { type Added, idempotencyKeyReused, type PetRepository } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { lawOfTwo } from '../core/durable-laws.ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { failWith, succeedWith } from '../core/outcome.ts';
import type { DurablePetRepositoryFixture } from '../fixtures.ts';
import { idempotency, newPet, petId, somePets } from '../samples.ts';
import { addInTurn, addPet, allPets, byId, replayed } from './all-pets.ts';

// As many races as a store without transactions needs to lose one of them.
const numbers: readonly number[] = Array.from({ length: 100 }, (_, index) => index);

export const durablePetsReopening: Law<DurablePetRepositoryFixture> = lawOnEmpty(
  'after the store is reopened a retry returns what was first returned, and a new id is greater than every id before',
  async ({ open, remove }) => {
    const first = await open();
    const rex = newPet('Rex', 7n, 'available');
    const keyed = await addPet(first.repository, rex, idempotency('k'));
    const added = await addInTurn(first.repository, somePets(5));
    const last = added.at(-1)?.id ?? petId(0n);
    await remove(keyed.id);
    await remove(last);
    await first.close();
    const { repository: pets } = await open();
    await succeedWith(pets.add(rex, idempotency('k')), replayed(keyed));
    await failWith(pets.add(newPet('Pip'), idempotency('k')), idempotencyKeyReused);
    assert.deepEqual(await allPets(pets), added.slice(0, -1));
    const { id } = await addPet(pets, newPet('Pip'));
    assert.ok(id > last, `saw the id ${id} after ${last} was removed`);
  },
);

export const durablePetsSharing: readonly Law<DurablePetRepositoryFixture>[] = [
  ...lawOfTwo<PetRepository, DurablePetRepositoryFixture>(
    (two) =>
      `of animals added at once by two ${two} one is stored for each idempotency key, and the others are refused`,
    async (one, other) => {
      const add = (pets: PetRepository, name: string, n: number) => pets.add(newPet(name), idempotency(`${n}`))();
      // Every second race has two animals of which one must be refused.
      const outcomes = await Promise.all(
        numbers.map((n) => Promise.all([add(one, `${n}`, n), add(other, n % 2 === 0 ? `${n}` : `other ${n}`, n)])),
      );
      const stored = await allPets(one);
      for (const [n, both] of outcomes.entries()) {
        const pet = stored.find(({ name }) => name === `${n}` || name === `other ${n}`);
        const isFirst = (outcome: E.Either<unknown, Added>) => E.isRight(outcome) && !outcome.right.replayed;
        assert.equal(both.filter(isFirst).length, 1, 'exactly one add makes the record, and is not `replayed`');
        const others = n % 2 === 0 ? E.right({ pet, replayed: true }) : E.left(idempotencyKeyReused);
        assert.deepEqual(
          both,
          both.map((outcome) => (isFirst(outcome) ? E.right({ pet, replayed: false }) : others)),
        );
      }
      assert.equal(stored.length, numbers.length);
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
