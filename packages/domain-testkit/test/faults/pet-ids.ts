import { type NewPet, newPetEq, type Pet, type PetId, type PetRepository, withId } from '@animal-store/domain';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { newPet, petId } from '../../src/samples.ts';
import { type Fault, pause } from '../fault.ts';
import { readingPets } from './reading-pets.ts';

/** Shows every id as another one, and understands them so. */
const renumbering =
  (outwards: (id: bigint) => bigint, inwards: (id: bigint) => bigint) =>
  (pets: PetRepository): PetRepository => {
    const shown = readingPets((pet) => ({ ...pet, id: outwards(pet.id) as PetId }))(pets);
    return {
      add: shown.add,
      find: (id) => shown.find(inwards(id) as PetId),
      list: (range) =>
        shown.list(range.after === undefined ? range : { ...range, after: inwards(range.after) as PetId }),
    };
  };

const shifting = (by: bigint) =>
  renumbering(
    (id) => id + by,
    (id) => id - by,
  );

export const petIdFaults: readonly Fault<PetRepository>[] = [
  {
    name: 'ids are numbers',
    // A fault gives what the types forbid.
    breaks: readingPets((pet) => ({ ...pet, id: Number(pet.id) as unknown as PetId })),
    caughtBy: ['an id is a bigint from 1 to 2^53 − 1'],
  },
  {
    name: 'ids begin at 0',
    breaks: shifting(-1n),
    caughtBy: ['an id is a bigint from 1 to 2^53 − 1'],
  },
  {
    name: 'ids begin where a double ends to be exact',
    breaks: shifting(2n ** 53n - 3n),
    caughtBy: ['an id is a bigint from 1 to 2^53 − 1'],
  },
  {
    name: 'an id is given twice',
    breaks: readingPets((pet) => (pet.id % 7n === 0n ? { ...pet, id: petId(pet.id - 1n) } : pet)),
    caughtBy: ['no id is given twice'],
  },
  {
    name: 'ids descend',
    breaks: renumbering(
      (id) => 1_000_000n - id,
      (id) => 1_000_000n - id,
    ),
    caughtBy: ['an add that begins after others have ended gets a greater id than they'],
  },
  {
    name: 'every other block of 128 ids is given out before the one below it',
    breaks: renumbering(
      (id) => id ^ 128n,
      (id) => id ^ 128n,
    ),
    caughtBy: ['an add that begins after others have ended gets a greater id than they'],
  },
  {
    name: 'two adds at once take the same next id',
    breaks: (pets) => {
      let last = 0n;
      return {
        ...pets,
        add: (given, key) => async () => {
          const id = last + 1n;
          await pause();
          last = id;
          return E.map((pet: Pet) => ({ ...pet, id: petId(id) }))(await pets.add(given, key)());
        },
      };
    },
    caughtBy: [
      'of 100 adds at once each gives its own animal under its own id',
      'of 100 adds at once every animal is there afterwards',
    ],
  },
  {
    name: 'adds at once give the animal of the last of them',
    breaks: (pets) => {
      let last = newPet('nobody');
      return {
        ...pets,
        add: (given, key) => async () => {
          last = given;
          const added = await pets.add(given, key)();
          return E.map(({ id }: Pet) => withId(id, last))(added);
        },
      };
    },
    caughtBy: ['of 100 adds at once each gives its own animal under its own id'],
  },
  {
    name: 'an add while another is under way is lost',
    breaks: (pets) => {
      let underWay = 0;
      return {
        ...pets,
        add: (given, key) => async () => {
          underWay += 1;
          await pause();
          const added = underWay > 50 ? E.right(withId(petId(4711n), given)) : await pets.add(given, key)();
          underWay -= 1;
          return added;
        },
      };
    },
    caughtBy: ['of 100 adds at once every animal is there afterwards'],
  },
  {
    name: 'equal animals are taken for one',
    breaks: (pets) => {
      const known: { readonly given: NewPet; readonly pet: Pet }[] = [];
      return {
        ...pets,
        add: (given, key) => async () => {
          const same = known.find((one) => newPetEq.equals(one.given, given));
          if (same !== undefined && key === undefined) return E.right({ ...same.pet });
          return E.map((pet: Pet) => {
            known.push({ given, pet });
            return pet;
          })(await pets.add(given, key)());
        },
      };
    },
    caughtBy: ['equal animals are different animals', 'one add of an animal run twice adds two animals'],
  },
  {
    name: 'find makes an animal up',
    breaks: (pets) => ({
      ...pets,
      find: (id) => TE.map(O.alt(() => O.some(withId(id, newPet('made up')))))(pets.find(id)),
    }),
    caughtBy: ['an empty store finds no animal'],
  },
  {
    name: 'find looks at the lower 32 bits of an id',
    breaks: (pets) => ({ ...pets, find: (id) => pets.find(petId(BigInt.asUintN(32, id))) }),
    caughtBy: ['an id that no animal has finds none, however near it is or how alike its low bits'],
  },
  {
    name: 'find gives the first animal from an id on',
    breaks: (pets) => ({
      ...pets,
      find: (id) =>
        TE.map((found: readonly Pet[]) => O.fromNullable(found.find((pet) => pet.id >= id)))(
          pets.list({ limit: 1000 }),
        ),
    }),
    caughtBy: ['an id that no animal has finds none, however near it is or how alike its low bits'],
  },
];
