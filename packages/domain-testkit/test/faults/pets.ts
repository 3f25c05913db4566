import {
  type Added,
  filterFields,
  type NewPet,
  type Pet,
  type PetRange,
  type PetRepository,
} from '@animal-store/domain';
import { either as E, taskEither as TE } from 'fp-ts';
import type { PetRepositoryFixture } from '../../src/index.ts';
import { petsOn } from '../../src/laws/plain-pets.ts';
import { onePet, petId, petsByField } from '../../src/samples/pets.ts';
import { rangesOf } from '../../src/samples/ranges.ts';
import { createPets, type Data } from '../correct-fixtures.ts';
import { coalesced, type Fault, type Faults, omit, onPetsAlone, pause, returning } from '../fault.ts';

const renaming =
  (change: (name: string) => string): Fault<PetRepository> =>
  (pets) => ({ add: (given, used) => pets.add({ ...given, name: change(given.name) } as NewPet, used) });

/** Counts on from an id of its own, not from the last one that was given. */
const countingFrom =
  (lastIdOf: (data: Data) => bigint | Promise<bigint>) =>
  (data: Data): PetRepository => {
    const pets = petsOn(data);
    return {
      ...pets,
      add: (given, used) => async () => {
        data.lastId = await lastIdOf(data);
        return pets.add(given, used)();
      },
    };
  };

/** Reads the last id some time before the write of an animal. */
export const readingIdBefore = countingFrom(({ lastId }) => pause().then(() => lastId));

/** Derives the next id from the greatest one that is stored, as `SELECT max(id) + 1` does. */
export const afterGreatest = countingFrom(({ pets }) => pets.at(-1)?.id ?? 0n);

/** Gives the ids from 129 to 256, and then those below. */
const inTwoBlocks = countingFrom(({ pets: { length } }) => BigInt(length < 128 ? length + 128 : length - 128));

const asking =
  (change: (range: PetRange) => PetRange): Fault<PetRepository> =>
  (pets) => ({ list: (range) => pets.list(change(range)) });

const rangeFields = [...new Set(rangesOf([]).flatMap(Object.keys))];
const isFiltered = (range: PetRange): boolean => filterFields.some((field) => field in range);

export const petFaults: Faults<PetRepositoryFixture> = {
  'of 100 adds at once each returns its own animal, and stores it under an id of its own that is greater than all before':
    [
      ({ pets }) => ({ pets: coalesced('add')(pets) }),
      () => createPets(readingIdBefore),
      () => createPets(inTwoBlocks),
    ],
  'an id is not used again after its animal was removed': () => createPets(afterGreatest),
  'replace and remove of the fixture change one animal, in every field, and the repository shows it at once': [
    // Forgets a field.
    ...petsByField.map(
      ([field]): Fault<PetRepositoryFixture> =>
        ({ replace }) => ({ replace: (pet) => replace({ ...pet, [field]: Reflect.get(onePet, field) }) }),
    ),
    () => ({ remove: async () => {} }),
    ({ remove }) => ({ remove: (id) => remove(id).then(() => remove(petId(id + 1n))) }),
  ],
  ...onPetsAlone({
    'an id is a bigint from 1 to 2^53 − 1': returning((pet: Pet) => ({ ...pet, id: Number(pet.id) })),
    'add, find and list return an animal with every field as it was, and with no other': [
      ...petsByField.map(([field]) => returning((pet: Pet) => omit(pet, field))),
      ({ add }) => ({
        add: (given, used) =>
          TE.map((added: Added) => ({ ...added, pet: { ...given, ...added.pet } }))(add(given, used)),
      }),
    ],
    'a name is kept as it was: empty, spaces, U+0000, not normalised, beyond U+FFFF, case, up to 1,000 characters': [
      renaming((name) => (/^\d+$/.test(name) ? `${Number(name)}` : name)),
      renaming((name) => name.slice(0, 1_000)),
    ],
    'a list holds as many as its limit while there are more, in order of id, each time': asking((range) => ({
      ...range,
      limit: Math.min(range.limit, 100),
    })),
    // Ignores a field.
    'a list has the animals of its range: after any id, of an animal or not, those that pass the filter, up to its limit':
      rangeFields.filter((field) => field !== 'limit').map((field) => asking((range) => omit(range, field))),
    // A walk sees what was there when it began.
    'a walk from page to page sees each animal once, in order, while others are added': ({ list }) => {
      let begun: readonly Pet[] = [];
      const isBegun = (pet: Pet): boolean => begun.some(({ id }) => id === pet.id);
      return {
        list: (range) => async () => {
          if (range.after === undefined) begun = E.getOrElseW(() => [])(await list({ limit: 1000 })());
          return E.map((page: readonly Pet[]) => page.filter(isBegun))(await list(range)());
        },
      };
    },
    // Continues by a filter behind the animal that it has read to learn whether there are more.
    'a walk by any range has what one list of that range has, in its order': ({ list }) => {
      let last: bigint | undefined;
      return {
        list: (range) => async () => {
          const isNext = isFiltered(range) && range.after !== undefined && range.after === last;
          const outcome = await list(isNext ? { ...range, limit: range.limit + 1 } : range)();
          const page = E.map((found: readonly Pet[]) => (isNext ? found.slice(1) : found))(outcome);
          last = isFiltered(range) && E.isRight(page) ? page.right.at(-1)?.id : undefined;
          return page;
        },
      };
    },
    'an id that no animal has finds none, however near it is or how alike its low bits': [
      (pets) => ({ find: (id) => pets.find(petId(BigInt.asUintN(32, id))) }),
    ],
  }),
};
