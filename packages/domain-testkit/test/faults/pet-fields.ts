import { CategoryId, type NewPet, type Pet, PetName, type PetRepository } from '@animal-store/domain';
import { option as O, taskEither as TE } from 'fp-ts';
import { decoded } from '../../src/samples.ts';
import type { Fault } from '../fault.ts';
import { readingPets } from './reading-pets.ts';

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

// A fault gives what the types forbid.
const forbidden = (pet: object): Pet => pet as Pet;

export const petFieldFaults: readonly Fault<PetRepository>[] = [
  {
    name: 'add gives the animal without its status',
    breaks: (pets) => ({ ...pets, add: (newPet, key) => TE.map(withoutStatus)(pets.add(newPet, key)) }),
    caughtBy: ['add gives the animal with every field as it was'],
  },
  {
    name: 'find gives the animal without its status',
    breaks: (pets) => ({ ...pets, find: (id) => TE.map(O.map(withoutStatus))(pets.find(id)) }),
    caughtBy: ['find gives an added animal with every field as it was'],
  },
  {
    name: 'list gives the animals without their status',
    breaks: (pets) => ({
      ...pets,
      list: (range) => TE.map((found: readonly Pet[]) => found.map(withoutStatus))(pets.list(range)),
    }),
    caughtBy: ['list gives an added animal with every field as it was'],
  },
  {
    name: 'an absent status becomes null',
    breaks: readingPets((pet) => forbidden({ ...pet, status: pet.status ?? null })),
    caughtBy: ['an animal without a status has none afterwards, not even an empty one'],
  },
  {
    name: 'an absent status becomes an own undefined',
    breaks: readingPets((pet) => forbidden({ ...pet, status: pet.status })),
    caughtBy: ['an animal without a status has none afterwards, not even an empty one'],
  },
  {
    name: 'a default status is invented',
    breaks: writing((newPet) => ({ status: 'available', ...newPet })),
    caughtBy: [
      'an animal without a status has none afterwards, not even an empty one',
      'an animal without a status is in no list of a status',
    ],
  },
  {
    name: 'sold is kept as pending',
    breaks: writing((newPet) => (newPet.status === 'sold' ? { ...newPet, status: 'pending' } : newPet)),
    caughtBy: ['each status is kept'],
  },
  {
    name: 'a categoryId goes through a double',
    breaks: categorising((id) => BigInt.asIntN(64, BigInt(Number(id)))),
    caughtBy: [
      'a categoryId is kept exactly at every edge of the int64 range',
      'any animals are kept as they were, whatever their fields',
    ],
  },
  {
    name: 'a categoryId is kept in 32 bits',
    breaks: categorising((id) => BigInt.asIntN(32, id)),
    caughtBy: ['a categoryId is kept exactly at every edge of the int64 range'],
  },
  {
    name: 'an empty name becomes another',
    breaks: renaming((name) => name || 'unnamed'),
    caughtBy: ['an empty name is kept'],
  },
  {
    name: 'a name is trimmed',
    breaks: renaming((name) => name.trim()),
    caughtBy: ['white space in a name is kept'],
  },
  {
    name: 'a name ends at U+0000',
    breaks: renaming((name) => name.split('\0')[0] ?? ''),
    caughtBy: ['U+0000 and other control characters in a name are kept'],
  },
  {
    name: 'a name is normalised to NFC',
    breaks: renaming((name) => name.normalize('NFC')),
    caughtBy: ['a name is not normalised'],
  },
  {
    name: 'a character beyond U+FFFF becomes a question mark',
    breaks: renaming((name) => name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')),
    caughtBy: ['characters beyond U+FFFF in a name are kept'],
  },
  {
    name: 'a name is put in lower case',
    breaks: renaming((name) => name.toLowerCase()),
    caughtBy: ['names that differ in case only are kept apart'],
  },
  {
    name: 'a dollar in a name is escaped',
    breaks: renaming((name) => name.replaceAll('$', '\\$')),
    caughtBy: ['names that mean something to a store or to JavaScript are kept'],
  },
  {
    name: 'a name that looks like a number loses its zeros',
    breaks: renaming((name) => (/^\d+$/.test(name) ? `${Number(name)}` : name)),
    caughtBy: ['names that mean something to a store or to JavaScript are kept'],
  },
  {
    name: 'a name is cut after 32,766 characters',
    breaks: renaming((name) => name.slice(0, 32_766)),
    caughtBy: ['names of 60,000 characters are kept'],
  },
  {
    name: 'every key of the given object is kept',
    breaks: (pets) => ({
      ...pets,
      add: (newPet, key) => TE.map((pet: Pet) => ({ ...newPet, ...pet }))(pets.add(newPet, key)),
    }),
    caughtBy: ['keys that no animal has are not kept'],
  },
];
