import type { Pet, PetRepository } from '@animal-store/domain';
import { withId } from '@animal-store/domain';
import { option as O, taskEither as TE } from 'fp-ts';
import { eager, type Fault, memoised, pause } from '../fault.ts';
import { readingPets } from './reading-pets.ts';

/** Gives one and the same object for an animal, each time it is read. */
const sharing = (): ((pet: Pet) => Pet) => {
  const shared = new Map<bigint, Pet>();
  return (pet) => {
    const first = shared.get(pet.id) ?? pet;
    shared.set(pet.id, first);
    return first;
  };
};

export const petAddFaults: readonly Fault<PetRepository>[] = [
  {
    name: 'an add runs when it is made',
    breaks: (pets) => ({ ...pets, add: (newPet, key) => eager(pets.add(newPet, key)) }),
    caughtBy: [
      'an add of an animal does nothing before it is run',
      'an add of an animal that is never run does not use its idempotency key',
      'one add of an animal run twice adds two animals',
    ],
  },
  {
    name: 'an add runs only the first time',
    breaks: (pets) => ({ ...pets, add: (newPet, key) => memoised(pets.add(newPet, key)) }),
    caughtBy: ['one add of an animal run twice adds two animals'],
  },
  {
    name: 'an add writes its id into the given animal',
    breaks: (pets) => ({
      ...pets,
      add: (newPet, key) =>
        TE.tapIO(
          pets.add(newPet, key),
          ({ id }) =>
            () =>
              Object.assign(newPet, { _id: id }),
        ),
    }),
    caughtBy: ['an add does not write into the animal it is given'],
  },
  {
    name: 'the given animal itself is kept',
    breaks: (pets) => {
      const given = new Map<bigint, Parameters<PetRepository['add']>[0]>();
      const current = (pet: Pet): Pet => withId(pet.id, given.get(pet.id) ?? pet);
      const reading = readingPets(current)(pets);
      return {
        ...reading,
        add: (newPet, key) =>
          TE.tapIO(
            pets.add(newPet, key),
            ({ id }) =>
              () =>
                given.set(id, newPet),
          ),
      };
    },
    caughtBy: ['a change to the given animal after the add does not reach the store'],
  },
  {
    name: 'the status is read later than the name',
    breaks: (pets) => ({
      ...pets,
      add: (newPet, key) => async () => {
        const { name, categoryId } = newPet;
        await pause();
        return pets.add(newPet.status === undefined ? newPet : { name, categoryId, status: newPet.status }, key)();
      },
    }),
    caughtBy: ['a change to the given animal while the add is under way is kept wholly or not at all'],
  },
  {
    name: 'add gives the object that is kept',
    breaks: (pets) => readingPets(sharing())(pets),
    caughtBy: [
      'a change to the animal that add gave does not reach the store',
      'a change to the animal that add gave does not reach its repetition',
    ],
  },
  {
    name: 'find gives the object that is kept',
    breaks: (pets) => {
      const { find } = readingPets(sharing())(pets);
      return { ...pets, find };
    },
    caughtBy: ['a change to the animal that find gave does not reach the store'],
  },
  {
    name: 'list gives the objects that are kept',
    breaks: (pets) => {
      const { list } = readingPets(sharing())(pets);
      return { ...pets, list };
    },
    caughtBy: ['a change to an animal that list gave does not reach the store'],
  },
  {
    name: 'list gives the array that is kept',
    breaks: (pets) => {
      let kept: O.Option<readonly Pet[]> = O.none;
      return {
        ...pets,
        add: (newPet, key) => {
          kept = O.none;
          return pets.add(newPet, key);
        },
        list: (range) =>
          O.isSome(kept)
            ? TE.right(kept.value)
            : TE.map((found: readonly Pet[]) => {
                kept = O.some(found);
                return found;
              })(pets.list(range)),
      };
    },
    caughtBy: ['a change to the array that list gave does not reach the store'],
  },
  {
    name: 'readers at once share one array',
    breaks: (pets) => {
      let running: ReturnType<ReturnType<PetRepository['list']>> | undefined;
      return {
        ...pets,
        list: (range) => async () => {
          running ??= pets.list(range)();
          const found = await running;
          running = undefined;
          return found;
        },
      };
    },
    caughtBy: ['a change to the array that list gave to one reader does not reach another'],
  },
];
