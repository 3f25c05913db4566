import type { Added, NewPet, Pet, PetRepository } from '@animal-store/domain';
import { option as O, taskEither as TE } from 'fp-ts';
import { idempotency, petId, petsByField } from '../../src/samples/pets.ts';
import { type Fault, omit, onPetsAlone, returning } from '../fault.ts';
import { listing } from './pet-lists.ts';

const writing =
  (change: (given: NewPet) => object): Fault<PetRepository> =>
  (pets) => ({ add: (given, used) => pets.add({ ...given, ...change(given) }, used) });

const renaming = (change: (name: string) => string) => writing(({ name }) => ({ name: change(name) }));

export const petFieldFaults = onPetsAlone({
  'an id is a bigint from 1 to 2^53 − 1': [
    returning((pet: Pet) => ({ ...pet, id: Number(pet.id) })),
    returning((pet: Pet) => ({ ...pet, id: pet.id - 1n })),
    returning((pet: Pet) => ({ ...pet, id: pet.id + 2n ** 53n - 3n })),
    (pets) => ({ add: (given, used) => pets.add(given, used ?? idempotency('k')) }),
    // Writes the id into the object that it was given.
    ({ add }) => ({
      add: (given, used) =>
        TE.map((added: Added) => ({ ...added, pet: Object.assign(given, added.pet) }))(add(given, used)),
    }),
  ],
  'add, find and list return an animal with every field as it was, and with no other': [
    ...petsByField.flatMap(([field]) =>
      ['add', 'find', 'list'].map((operation) => returning((pet: Pet) => omit(pet, field), operation)),
    ),
    returning((pet: Pet) => ({ ...pet, status: pet.status ?? null })),
    returning((pet: Pet) => ({ ...pet, status: pet.status })),
    writing(({ status = 'available' }) => ({ status })),
    ...petsByField.map(([field, [first]]) => writing(() => ({ [field]: first && Reflect.get(first, field) }))),
    writing(({ categoryId }) => ({ categoryId: BigInt.asIntN(64, BigInt(Number(categoryId))) })),
    renaming((name) => name || 'unnamed'),
    renaming((name) => name.trim()),
    renaming((name) => name.split('\0')[0] ?? ''),
    renaming((name) => name.normalize('NFC')),
    renaming((name) => name.toLowerCase()),
    // Orders ids as texts, loses the last animal of a short list, and lists from the second one.
    listing((found) => found.toSorted((a, b) => (`${a.id}` < `${b.id}` ? -1 : 1))),
    listing((found, { limit }) => (found.length < limit ? found.slice(0, -1) : found)),
    ({ list }) => ({ list: (range) => list({ ...range, after: petId(1n) }) }),
    () => ({ find: () => TE.right(O.none) }),
    returning((pet: Pet) => (pet.id % 7n === 0n ? { ...pet, id: pet.id - 1n } : pet)),
    ({ add }) => ({
      add: (given, used) => TE.map((added: Added) => ({ ...added, pet: { ...given, ...added.pet } }))(add(given, used)),
    }),
  ],
  'a name is kept as it was: empty, spaces, U+0000, not normalised, beyond U+FFFF, case, up to 1,000 characters': [
    renaming((name) => name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')),
    renaming((name) => name.replaceAll('$', '\\$')),
    renaming((name) => (/^\d+$/.test(name) ? `${Number(name)}` : name)),
    renaming((name) => Array.from(name).slice(0, 999).join('')),
    renaming((name) => name.slice(0, 1_000)),
  ],
});
