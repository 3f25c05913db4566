import { inspect } from 'node:util';
import { type NewPet, type Pet, withId } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import { coalesced, eager, keeping, memoised, pause, returning, seed } from '../fault.ts';

const unshared = 'nothing that an operation on animals was given or has returned is shared with the store';

export const petWriteFaults = seed('a PetRepository', {
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
    unshared,
  ],
  'the given animal itself is kept': [
    (pets) => {
      const given = new Map<bigint, NewPet>();
      const current = (pet: Pet): Pet => withId(pet.id, given.get(pet.id) ?? pet);
      const reading = returning(current)(pets);
      const keep = (newPet: NewPet) => (pet: Pet) => {
        given.set(pet.id, newPet);
        return pet;
      };
      return { ...reading, add: (newPet, key) => TE.map(keep(newPet))(pets.add(newPet, key)) };
    },
    unshared,
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
  'add returns the object that is kept': [keeping('add'), unshared],
  'find returns the object that is kept': [keeping('find'), unshared],
  'list returns the objects that are kept': [keeping('list'), unshared],
  'list returns the array that is kept': [
    (pets) => {
      const kept = new Map<string, readonly Pet[]>();
      const keep = (found: readonly Pet[]): readonly Pet[] => {
        const array = kept.get(inspect(found)) ?? found;
        kept.set(inspect(found), array);
        return array;
      };
      return { list: (range) => TE.map(keep)(pets.list(range)) };
    },
    unshared,
  ],
  'readers at once share one array': [
    coalesced('list'),
    'two runs of one operation at once do and return what they do in turn',
    'a change to what one of two equal runs at once returned does not reach the other',
  ],
});
