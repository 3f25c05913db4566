import assert from 'node:assert/strict';
import { idempotencyKeyReused, type PetRepository, withId } from '@animal-store/domain';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { failWith, succeedWith } from '../core/outcome.ts';
import type { DurablePetRepositoryFixture } from '../fixtures.ts';
import { idempotency, newPet, petId, somePets } from '../samples.ts';
import { addInTurn, addPet, allPets, replayed } from './all-pets.ts';

/** Uses one handle, closes it and opens the next. */
const reopen = async <A>(
  { open }: DurablePetRepositoryFixture,
  use: (pets: PetRepository) => Promise<A>,
): Promise<{ readonly pets: PetRepository; readonly before: A }> => {
  const { repository, close } = await open();
  const before = await use(repository);
  await close();
  return { pets: (await open()).repository, before };
};

export const durablePetsReopening: readonly Law<DurablePetRepositoryFixture>[] = [
  lawOnEmpty(
    'after the store is reopened a retry returns what was first returned, and adds nothing',
    async (fixture) => {
      const rex = newPet('Rex', 7n, 'available');
      const { pets, before } = await reopen(
        fixture,
        async (first) =>
          [await addPet(first, rex, idempotency('k')), ...(await addInTurn(first, somePets(3)))] as const,
      );
      await succeedWith(pets.add(rex, idempotency('k')), replayed(before[0]));
      await failWith(pets.add(newPet('Pip'), idempotency('k')), idempotencyKeyReused);
      assert.deepEqual(await allPets(pets), before);
    },
  ),
  lawOnEmpty(
    'after the store is reopened a retry returns what was first returned though its animal was changed or removed',
    async (fixture) => {
      const [rex, pip] = [newPet('Rex', 7n, 'available'), newPet('Pip')];
      const { pets, before } = await reopen(fixture, async (first) => {
        const added = [
          await addPet(first, rex, idempotency('changed')),
          await addPet(first, pip, idempotency('removed')),
        ] as const;
        await fixture.replace(withId(added[0].id, newPet('Rexy', 8n, 'sold')));
        await fixture.remove(added[1].id);
        return added;
      });
      await succeedWith(pets.add(rex, idempotency('changed')), replayed(before[0]));
      await succeedWith(pets.add(pip, idempotency('removed')), replayed(before[1]));
      assert.deepEqual(await allPets(pets), [withId(before[0].id, newPet('Rexy', 8n, 'sold'))]);
    },
  ),
  lawOnEmpty(
    'after the store is reopened a new id is greater than every id before, removed or not',
    async (fixture) => {
      const { pets, before: last } = await reopen(fixture, async (first) => {
        const added = (await addInTurn(first, somePets(5))).at(-1)?.id ?? petId(0n);
        await fixture.remove(added);
        return added;
      });
      const { id } = await addPet(pets, newPet('Rex'));
      assert.ok(id > last, `saw the id ${id} after ${last} was removed`);
    },
  ),
];
