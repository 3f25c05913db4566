import assert from 'node:assert/strict';
import { idempotencyKeyReused, type Pet, type PetRepository, withId } from '@animal-store/domain';
import { option as O } from 'fp-ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { failWith, succeedWith } from '../core/outcome.ts';
import type { PetRepositoryFixture } from '../fixtures.ts';
import { idempotency, newPet } from '../samples.ts';
import { addPet, allPets, replayed } from './all-pets.ts';

const rex = newPet('Rex', 7n, 'available');

/** Retries the creation of `first` after its animal was changed or removed, and checks that the retry changes nothing. */
const assertRecordHolds = async (pets: PetRepository, first: Pet, now: O.Option<Pet>): Promise<void> => {
  await succeedWith(pets.add(rex, idempotency('k')), replayed(first));
  await failWith(pets.add(newPet('Pip', 7n, 'available'), idempotency('k')), idempotencyKeyReused);
  await succeedWith(pets.find(first.id), now);
  assert.deepEqual(await allPets(pets), O.isSome(now) ? [now.value] : []);
};

export const petsIdempotencyRecords: readonly Law<PetRepositoryFixture>[] = [
  lawOnEmpty('a retry returns what was first returned after the animal was changed', async ({ pets, replace }) => {
    const first = await addPet(pets, rex, idempotency('k'));
    const changed = withId(first.id, newPet('Rexy', 8n, 'sold'));
    await replace(changed);
    await assertRecordHolds(pets, first, O.some(changed));
  }),
  lawOnEmpty(
    'a retry returns what was first returned after the animal was removed, and does not add it again',
    async ({ pets, remove }) => {
      const first = await addPet(pets, rex, idempotency('k'));
      await remove(first.id);
      await assertRecordHolds(pets, first, O.none);
    },
  ),
];
