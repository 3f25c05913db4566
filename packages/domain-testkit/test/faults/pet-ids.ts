import { type Added, type Pet, type PetId, type PetRepository, withId } from '@animal-store/domain';
import { option as O, taskEither as TE } from 'fp-ts';
import type { PetRepositoryFixture } from '../../src/index.ts';
import { petsOn } from '../../src/laws/plain-pets.ts';
import { idempotency, newPet, petId } from '../../src/samples.ts';
import { createPets } from '../correct-fixtures.ts';
import type { Data } from '../correct-repositories.ts';
import { coalesced, type Fault, type Faults, mistaken, onPetsAlone, pause, returning } from '../fault.ts';

/** Shows every id as another one, and understands them so. */
const renumbering =
  (outwards: (id: bigint) => bigint, inwards: (id: bigint) => bigint): Fault<PetRepository> =>
  (pets) => {
    const shown = returning((pet: Pet) => ({ ...pet, id: outwards(pet.id) }))(pets);
    return {
      ...shown,
      find: (id) => shown.find(inwards(id) as PetId),
      list: ({ after, ...range }) =>
        shown.list(after === undefined ? range : { ...range, after: inwards(after) as PetId }),
    };
  };

const shifting = (by: bigint) =>
  renumbering(
    (id) => id + by,
    (id) => id - by,
  );

export const petIdFaults = onPetsAlone({
  'an id is a bigint from 1 to 2^53 − 1': [
    returning((pet: Pet) => ({ ...pet, id: Number(pet.id) })),
    shifting(-1n),
    shifting(2n ** 53n - 3n),
    (pets) => ({ add: (given, used) => pets.add(given, used ?? idempotency('k')) }),
    // Writes the id into the object that it was given.
    (pets) => ({
      add: (given, used) =>
        TE.tapIO(pets.add(given, used), (added) => () => Object.assign(given, { _id: added.pet.id })),
    }),
  ],
  'no id is given twice, and an add after others have ended gets a greater id than they': renumbering(
    (id) => id ^ 128n,
    (id) => id ^ 128n,
  ),
  'an id that no animal has finds none, however near it is or how alike its low bits': [
    (pets) => ({ find: (id) => pets.find(petId(BigInt.asUintN(32, id))) }),
    (pets) => ({ find: (id) => TE.map(O.alt(() => O.some(withId(id, newPet('made up')))))(pets.find(id)) }),
  ],
});

/** Returns for adds at once the animal of the last of them. */
const returningLast: Fault<PetRepository> = (pets) => {
  let last = newPet('nobody');
  return {
    add: (given, used) => {
      last = given;
      return TE.map(({ pet: { id }, replayed }: Added) => ({ pet: withId(id, last), replayed }))(pets.add(given, used));
    },
  };
};

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

export const storedIdFaults: Faults<PetRepositoryFixture> = {
  'of 100 adds at once each returns its own animal under its own id, and stores it': [
    ({ pets }) => ({ pets: coalesced('add')(pets) }),
    ({ pets }) => ({ pets: mistaken(returningLast, pets) }),
    () => createPets(readingIdBefore),
  ],
  'an id is not used again after its animal was removed': () => createPets(afterGreatest),
};
