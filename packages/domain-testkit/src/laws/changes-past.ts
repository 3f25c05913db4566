import assert from 'node:assert/strict';
import { withId } from '@animal-store/domain';
import { type Law, lawOnEmpty } from '../core/law.ts';
import type { PetRepositoryFixture } from '../fixtures.ts';
import { onePet, petsByField } from '../samples/pets.ts';
import { addPet, allPets } from './pet-steps.ts';

/** The law of the functions that the test of an adapter supplies, on which other laws rely. */
export const changesPast: Law<PetRepositoryFixture> = lawOnEmpty(
  'replace and remove of the fixture change one animal, in every field, and the repository shows it at once',
  async ({ pets, replace, remove }) => {
    const [{ id }, other] = [await addPet(pets, onePet), await addPet(pets, onePet)];
    for (const given of petsByField.flatMap(([, animals]) => animals)) {
      await replace(withId(id, given));
      assert.deepEqual(await allPets(pets), [withId(id, given), other]);
    }
    await remove(id);
    assert.deepEqual(await allPets(pets), [other]);
  },
);
