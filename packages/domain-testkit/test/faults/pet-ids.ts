import { type NewPet, newPetEq, type Pet, type PetId, type PetRepository, withId } from '@animal-store/domain';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { newPet, petId } from '../../src/samples.ts';
import { afterGreatest, createPets } from '../correct-repositories.ts';
import { pause, returning, seed } from '../fault.ts';

/** Shows every id as another one, and understands them so. */
const renumbering =
  (outwards: (id: bigint) => bigint, inwards: (id: bigint) => bigint) =>
  (pets: PetRepository): PetRepository => {
    const shown = returning((pet: Pet) => ({ ...pet, id: outwards(pet.id) as PetId }))(pets);
    return {
      ...shown,
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

export const petIdFaults = seed('a PetRepository', {
  'ids are numbers': [
    returning((pet: Pet) => ({ ...pet, id: Number(pet.id) as unknown as PetId })),
    'an id is a bigint from 1 to 2^53 − 1',
  ],
  'ids begin at 0': [shifting(-1n), 'an id is a bigint from 1 to 2^53 − 1'],
  'ids begin where a double ends to be exact': [shifting(2n ** 53n - 3n), 'an id is a bigint from 1 to 2^53 − 1'],
  'an id is given twice': [
    returning((pet: Pet) => (pet.id % 7n === 0n ? { ...pet, id: petId(pet.id - 1n) } : pet)),
    'no id is given twice',
  ],
  'every other block of 128 ids is given out before the one below it': [
    renumbering(
      (id) => id ^ 128n,
      (id) => id ^ 128n,
    ),
    'an add that begins after others have ended gets a greater id than they',
  ],
  'two adds at once take the same next id': [
    (pets) => {
      let last = 0n;
      return {
        add: (given, key) => async () => {
          const id = last + 1n;
          await pause();
          last = id;
          return E.map((pet: Pet) => ({ ...pet, id: petId(id) }))(await pets.add(given, key)());
        },
      };
    },
    'of 100 adds at once each returns its own animal under its own id',
    'of 100 adds at once every animal is stored afterwards',
  ],
  'adds at once give the animal of the last of them': [
    (pets) => {
      let last = newPet('nobody');
      return {
        add: (given, key) => async () => {
          last = given;
          const added = await pets.add(given, key)();
          return E.map(({ id }: Pet) => withId(id, last))(added);
        },
      };
    },
    'of 100 adds at once each returns its own animal under its own id',
  ],
  'equal animals are taken for one': [
    (pets) => {
      const known: { readonly given: NewPet; readonly pet: Pet }[] = [];
      return {
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
    'equal animals are different animals',
    'one add of an animal run twice adds two animals',
  ],
  'find makes an animal up': [
    (pets) => ({
      find: (id) => TE.map(O.alt(() => O.some(withId(id, newPet('made up')))))(pets.find(id)),
    }),
    'an empty store finds no animal',
  ],
  'find looks at the lower 32 bits of an id': [
    (pets) => ({ find: (id) => pets.find(petId(BigInt.asUintN(32, id))) }),
    'an id that no animal has finds none, however near it is or how alike its low bits',
  ],
  'find returns the first animal from an id on': [
    (pets) => ({
      find: (id) =>
        TE.map((found: readonly Pet[]) => O.fromNullable(found.find((pet) => pet.id >= id)))(
          pets.list({ limit: 1000 }),
        ),
    }),
    'an id that no animal has finds none, however near it is or how alike its low bits',
  ],
});

export const removedPetIdFaults = seed('a PetRepository whose animals are removed', {
  'the next id follows the greatest one that is stored': [
    () => createPets(afterGreatest),
    'an id is not used again after its animal was removed',
  ],
});
