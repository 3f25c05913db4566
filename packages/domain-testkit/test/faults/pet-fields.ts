import { CategoryId, type NewPet, type Pet, PetName, type PetRepository } from '@animal-store/domain';
import { option as O, taskEither as TE } from 'fp-ts';
import { decoded, petsByField } from '../../src/samples.ts';
import { returning, seed } from '../fault.ts';

const writing =
  (change: (newPet: NewPet) => NewPet) =>
  (pets: PetRepository): PetRepository => ({
    ...pets,
    add: (newPet, idempotency) => pets.add(change(newPet), idempotency),
  });

const renaming = (change: (name: string) => string) =>
  writing((newPet) => ({ ...newPet, name: decoded(PetName)(change(newPet.name)) }));

const categorising = (change: (categoryId: bigint) => bigint) =>
  writing((newPet) => ({ ...newPet, categoryId: decoded(CategoryId)(change(newPet.categoryId)) }));

const withoutStatus = ({ id, name, categoryId }: Pet): Pet => ({ id, name, categoryId });

// A fault returns what the types forbid.
const forbidden = (pet: object): Pet => pet as Pet;

const dropping = Object.fromEntries(
  petsByField.map(([field, [first]]) => [
    `the field ${field} always has one value`,
    [
      writing((newPet) => ({ ...newPet, [field]: first && Reflect.get(first, field) })),
      'each field of an animal comes back',
    ] as const,
  ]),
);

export const petFieldFaults = seed('a PetRepository', {
  'add returns the animal without its status': [
    (pets) => ({ add: (newPet, key) => TE.map(withoutStatus)(pets.add(newPet, key)) }),
    'add returns the animal with every field as it was',
  ],
  'find returns the animal without its status': [
    (pets) => ({ find: (id) => TE.map(O.map(withoutStatus))(pets.find(id)) }),
    'find returns an added animal with every field as it was',
  ],
  'list returns the animals without their status': [
    (pets) => ({
      list: (range) => TE.map((found: readonly Pet[]) => found.map(withoutStatus))(pets.list(range)),
    }),
    'list returns an added animal with every field as it was',
  ],
  'an absent status becomes null': [
    returning((pet: Pet) => forbidden({ ...pet, status: pet.status ?? null })),
    'an animal without a status has none afterwards, not even an empty one',
  ],
  'an absent status becomes an own undefined': [
    returning((pet: Pet) => forbidden({ ...pet, status: pet.status })),
    'an animal without a status has none afterwards, not even an empty one',
  ],
  'a default status is invented': [
    writing((newPet) => ({ status: 'available', ...newPet })),
    'an animal without a status has none afterwards, not even an empty one',
    'an animal without a status is in no list of a status',
  ],
  ...dropping,
  'a categoryId goes through a double': [
    categorising((id) => BigInt.asIntN(64, BigInt(Number(id)))),
    'a categoryId is kept exactly at every edge of the int64 range',
    'any animals are kept as they were, whatever their fields',
  ],
  'a categoryId is kept in 32 bits': [
    categorising((id) => BigInt.asIntN(32, id)),
    'a categoryId is kept exactly at every edge of the int64 range',
  ],
  'an empty name becomes another': [renaming((name) => name || 'unnamed'), 'an empty name is kept'],
  'a name is trimmed': [renaming((name) => name.trim()), 'white space in a name is kept'],
  'a name ends at U+0000': [
    renaming((name) => name.split('\0')[0] ?? ''),
    'U+0000 and other control characters in a name are kept',
  ],
  'a name is normalised to NFC': [renaming((name) => name.normalize('NFC')), 'a name is not normalised'],
  'a character beyond U+FFFF becomes a question mark': [
    renaming((name) => name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')),
    'characters beyond U+FFFF in a name are kept',
  ],
  'a name is put in lower case': [
    renaming((name) => name.toLowerCase()),
    'names that differ in case only are kept apart',
  ],
  'a dollar in a name is escaped': [
    renaming((name) => name.replaceAll('$', '\\$')),
    'names that mean something to a store or to JavaScript are kept',
  ],
  'a name that looks like a number loses its zeros': [
    renaming((name) => (/^\d+$/.test(name) ? `${Number(name)}` : name)),
    'names that mean something to a store or to JavaScript are kept',
  ],
  'a name is cut after 32,766 characters': [
    renaming((name) => name.slice(0, 32_766)),
    'names of 60,000 characters are kept',
  ],
  'every key of the given object is kept': [
    (pets) => ({
      add: (newPet, key) => TE.map((pet: Pet) => ({ ...newPet, ...pet }))(pets.add(newPet, key)),
    }),
    'keys that no animal has are not kept',
  ],
});
