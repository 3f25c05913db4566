import { CategoryId, type NewPet, type Pet, PetName, type PetRepository } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { decoded, petsByField } from '../../src/samples.ts';
import { type Fault, onPetsAlone, returning } from '../fault.ts';

const writing =
  (change: (given: NewPet) => NewPet): Fault<PetRepository> =>
  (pets) => ({ add: (given, used) => pets.add(change(given), used) });

const renaming = (change: (name: string) => string) =>
  writing((given) => ({ ...given, name: decoded(PetName)(change(given.name)) }));

const categorising = (change: (categoryId: bigint) => bigint) =>
  writing((given) => ({ ...given, categoryId: decoded(CategoryId)(change(given.categoryId)) }));

const throughDouble = categorising((id) => BigInt.asIntN(64, BigInt(Number(id))));

const withoutStatus = ({ status: _, ...pet }: Pet) => pet;

export const petFieldFaults = onPetsAlone({
  'add, find and list return an animal with every field as it was': ['add', 'find', 'list'].map((operation) =>
    returning(withoutStatus, operation),
  ),
  'an animal without a status has none afterwards, not even an empty one': [
    returning((pet: Pet) => ({ ...pet, status: pet.status ?? null })),
    returning((pet: Pet) => ({ ...pet, status: pet.status })),
    writing((given) => ({ status: 'available', ...given })),
  ],
  'each field of an animal comes back': petsByField.map(([field, [first]]) =>
    writing((given) => ({ ...given, [field]: first && Reflect.get(first, field) })),
  ),
  'a categoryId is kept exactly at every edge of the int64 range': throughDouble,
  'keys that no animal has are not kept': (pets) => ({
    add: (given, used) => TE.map((pet: Pet) => ({ ...given, ...pet }))(pets.add(given, used)),
  }),
  'any animals are kept as they were, whatever their fields': throughDouble,
  'an empty name is kept': renaming((name) => name || 'unnamed'),
  'white space in a name is kept': renaming((name) => name.trim()),
  'U+0000 and other control characters in a name are kept': renaming((name) => name.split('\0')[0] ?? ''),
  'a name is not normalised': renaming((name) => name.normalize('NFC')),
  'characters beyond U+FFFF in a name are kept': renaming((name) => name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')),
  'names that differ in case only are kept apart': renaming((name) => name.toLowerCase()),
  'names that mean something to a store or to JavaScript are kept': [
    renaming((name) => name.replaceAll('$', '\\$')),
    renaming((name) => (/^\d+$/.test(name) ? `${Number(name)}` : name)),
  ],
  'names of 60,000 characters are kept': renaming((name) => name.slice(0, 32_766)),
});
