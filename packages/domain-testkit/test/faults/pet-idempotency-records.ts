import { idempotencyKeyReused, type NewPet, newPetEq, type Pet, type PetRepository } from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import type { Faults } from '../fault.ts';

type Outcome = Awaited<ReturnType<ReturnType<PetRepository['add']>>>;

/** Returns what is stored now for a retry, instead of a record of its own. */
const lookingAgain =
  (respond: (now: Pet, given: NewPet) => Outcome) =>
  (pets: PetRepository): PetRepository => {
    const firsts = new Map<string, Pet>();
    return {
      ...pets,
      add: (given, used) => async () => {
        const outcome = await pets.add(given, used)();
        if (used === undefined || E.isLeft(outcome)) return outcome;
        const first = firsts.get(used.key);
        firsts.set(used.key, { ...outcome.right });
        if (first === undefined) return outcome;
        const now = await pets.find(first.id)();
        return E.isRight(now) && O.isSome(now.right) ? respond(now.right.value, given) : outcome;
      },
    };
  };

const afterChange = 'a retry returns what was first returned after the animal was changed';
const afterRemoval = 'a retry returns what was first returned after the animal was removed, and does not add it again';

export const petIdempotencyRecordFaults: Faults<PetRepository> = {
  'a retry returns the animal as it is now': [lookingAgain((now) => E.right(now)), afterChange],
  'a retry is compared with the animal as it is now': [
    lookingAgain((now, given) => (newPetEq.equals(now, given) ? E.right(now) : E.left(idempotencyKeyReused))),
    afterChange,
  ],
  'the record is removed with its animal': [
    (pets) => ({
      ...pets,
      add: (given, used) => async () => {
        const outcome = await pets.add(given, used)();
        if (E.isLeft(outcome)) return outcome;
        const now = await pets.find(outcome.right.id)();
        return E.isRight(now) && O.isNone(now.right) ? pets.add(given)() : outcome;
      },
    }),
    afterRemoval,
  ],
};
