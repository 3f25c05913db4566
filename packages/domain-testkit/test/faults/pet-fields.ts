import type { Added, NewPet, Pet, PetRepository } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { petsByField } from '../../src/samples/pets.ts';
import { type Fault, omit, onPetsAlone, returning } from '../fault.ts';

const renaming =
  (change: (name: string) => string): Fault<PetRepository> =>
  (pets) => ({ add: (given, used) => pets.add({ ...given, name: change(given.name) } as NewPet, used) });

export const petFieldFaults = onPetsAlone({
  'an id is a bigint from 1 to 2^53 − 1': returning((pet: Pet) => ({ ...pet, id: Number(pet.id) })),
  'add, find and list return an animal with every field as it was, and with no other': [
    ...petsByField.map(([field]) => returning((pet: Pet) => omit(pet, field))),
    ({ add }) => ({
      add: (given, used) => TE.map((added: Added) => ({ ...added, pet: { ...given, ...added.pet } }))(add(given, used)),
    }),
  ],
  'a name is kept as it was: empty, spaces, U+0000, not normalised, beyond U+FFFF, case, up to 1,000 characters': [
    renaming((name) => (/^\d+$/.test(name) ? `${Number(name)}` : name)),
    renaming((name) => name.slice(0, 1_000)),
  ],
});
