import { maxInt64, type PetRepository, withId } from '@animal-store/domain';
import { lawOfFailures } from '../core/durable-laws.ts';
import type { Law } from '../core/law.ts';
import { assertUnavailable } from '../core/outcome.ts';
import type { DurablePetRepositoryFixture } from '../fixtures.ts';
import { petId } from '../samples.ts';
import { addPet, allPets } from './all-pets.ts';
import { createAll, outcomesOf } from './pet-creations.ts';
import { petOperations } from './pet-operations.ts';

/** The law of all writes. */
export const lawOfUnfinished: Law<DurablePetRepositoryFixture> = lawOfFailures<
  PetRepository,
  DurablePetRepositoryFixture
>(
  'a write that succeeds while a creation is unfinished still holds after the retry of the creation',
  'failedCommits',
  ['add'],
  async ({ repository, begin, end }, { open }) => {
    const writes = Object.entries(petOperations).flatMap(([name, { unfinished }]) =>
      unfinished === 'reads' ? [] : [{ name, write: unfinished }],
    );
    await begin();
    const creations = await createAll(
      repository,
      writes.map(({ name }) => `unfinished-${name}`),
    );
    await end();
    assertUnavailable(outcomesOf(creations));
    const { repository: pets } = await open();
    for (const [index, { given, used }] of creations.entries()) {
      const stored = (await allPets(pets)).find(({ name }) => name === given.name);
      const check = await writes[index]?.write(pets, stored ?? withId(petId(maxInt64), given));
      await addPet(pets, given, used);
      await check?.();
    }
  },
);
