import { type Added, CategoryId, type NewPet, type Pet, PetName, type PetRepository } from '@animal-store/domain';
import { option as O, taskEither as TE } from 'fp-ts';
import { decoded, petId, petsByField } from '../../src/samples.ts';
import { type Fault, onPetsAlone, returning } from '../fault.ts';
import { listing } from './pet-lists.ts';

const writing =
  (change: (given: NewPet) => NewPet): Fault<PetRepository> =>
  (pets) => ({ add: (given, used) => pets.add(change(given), used) });

const renaming = (change: (name: string) => string) =>
  writing((given) => ({ ...given, name: decoded(PetName)(change(given.name)) }));

const categorising = (change: (categoryId: bigint) => bigint) =>
  writing((given) => ({ ...given, categoryId: decoded(CategoryId)(change(given.categoryId)) }));

const withoutStatus = ({ status: _, ...pet }: Pet) => pet;

export const petFieldFaults = onPetsAlone({
  'add, find and list return an animal with every field as it was': [
    ...['add', 'find', 'list'].map((operation) => returning(withoutStatus, operation)),
    returning((pet: Pet) => ({ ...pet, status: pet.status ?? null })),
    returning((pet: Pet) => ({ ...pet, status: pet.status })),
    writing((given) => ({ status: 'available', ...given })),
    ...petsByField.map(([field, [first]]) =>
      writing((given) => ({ ...given, [field]: first && Reflect.get(first, field) })),
    ),
    categorising((id) => BigInt.asIntN(64, BigInt(Number(id)))),
    ...[
      (name: string) => name || 'unnamed',
      (name: string) => name.trim(),
      (name: string) => name.split('\0')[0] ?? '',
      (name: string) => name.normalize('NFC'),
      (name: string) => name.toLowerCase(),
    ].map(renaming),
    // Orders ids as texts, loses the last animal of a short list, and lists from the second one.
    listing((found) => found.toSorted((a, b) => (`${a.id}` < `${b.id}` ? -1 : 1))),
    listing((found, { limit }) => (found.length < limit ? found.slice(0, -1) : found)),
    (pets) => ({ list: ({ limit, ...range }) => pets.list({ ...range, limit, after: petId(1n) }) }),
    () => ({ find: () => TE.right(O.none) }),
    returning((pet: Pet) => (pet.id % 7n === 0n ? { ...pet, id: pet.id - 1n } : pet)),
  ],
  'a name is kept as it was: empty, spaces, U+0000, not normalised, beyond U+FFFF, case, up to 1,000 characters': [
    (name: string) => name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?'),
    (name: string) => name.replaceAll('$', '\\$'),
    (name: string) => (/^\d+$/.test(name) ? `${Number(name)}` : name),
    (name: string) => Array.from(name).slice(0, 999).join(''),
    (name: string) => name.slice(0, 1_000),
  ].map(renaming),
  'keys that no animal has are not kept': (pets) => ({
    add: (given, used) =>
      TE.map((added: Added) => ({ ...added, pet: { ...given, ...added.pet } }))(pets.add(given, used)),
  }),
});
