import { type NewPet, type Pet, type PetRepository, withId } from '@animal-store/domain';
import { option as O, taskEither as TE } from 'fp-ts';
import { eager, type Faults, memoised, pause, sharing } from '../fault.ts';
import { readingPets } from './pet-fields.ts';

export const petWriteFaults: Faults<PetRepository> = {
  'an add runs when it is made': [
    eager('add'),
    'an add of an animal does nothing before it is run',
    'an add of an animal that is never run does not use its idempotency key',
    'one add of an animal run twice adds two animals',
  ],
  'an add runs only the first time': [memoised('add'), 'one add of an animal run twice adds two animals'],
  'an add writes its id into the given animal': [
    (pets) => ({
      add: (newPet, key) =>
        TE.map((pet: Pet) => {
          Object.assign(newPet, { _id: pet.id });
          return pet;
        })(pets.add(newPet, key)),
    }),
    'an add does not write into the animal it is given',
  ],
  'the given animal itself is kept': [
    (pets) => {
      const given = new Map<bigint, NewPet>();
      const current = (pet: Pet): Pet => withId(pet.id, given.get(pet.id) ?? pet);
      const reading = readingPets(current)(pets);
      const keep = (newPet: NewPet) => (pet: Pet) => {
        given.set(pet.id, newPet);
        return pet;
      };
      return { ...reading, add: (newPet, key) => TE.map(keep(newPet))(pets.add(newPet, key)) };
    },
    'a change to the given animal after the add does not reach the store',
  ],
  'the status is read later than the name': [
    (pets) => ({
      add: (newPet, key) => async () => {
        const { name, categoryId } = newPet;
        await pause();
        return pets.add(newPet.status === undefined ? newPet : { name, categoryId, status: newPet.status }, key)();
      },
    }),
    'a change to the given animal while the add is in flight is kept wholly or not at all',
  ],
  'add returns the object that is kept': [
    (pets) => readingPets(sharing())(pets),
    'a change to the animal that add returned does not reach the store',
    'a change to the animal that add returned does not reach its retry',
  ],
  'find returns the object that is kept': [
    (pets) => ({ find: readingPets(sharing())(pets).find }),
    'a change to the animal that find returned does not reach the store',
  ],
  'list returns the objects that are kept': [
    (pets) => ({ list: readingPets(sharing())(pets).list }),
    'a change to an animal that list returned does not reach the store',
  ],
  'list returns the array that is kept': [
    (pets) => {
      let kept: O.Option<readonly Pet[]> = O.none;
      return {
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
    'a change to the array that list returned does not reach the store',
  ],
  'readers at once share one array': [
    (pets) => {
      let running: ReturnType<ReturnType<PetRepository['list']>> | undefined;
      return {
        list: (range) => async () => {
          running ??= pets.list(range)();
          const found = await running;
          running = undefined;
          return found;
        },
      };
    },
    'a change to the array that list returned to one reader does not reach another',
  ],
};
