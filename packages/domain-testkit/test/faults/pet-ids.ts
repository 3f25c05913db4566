import type { PetRepository } from '@animal-store/domain';
import type { PetRepositoryFixture } from '../../src/index.ts';
import { petsOn } from '../../src/laws/plain-pets.ts';
import { petId } from '../../src/samples/pets.ts';
import { createPets, type Data } from '../correct-fixtures.ts';
import { coalesced, type Faults, onPetsAlone, pause } from '../fault.ts';

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

export const petIdFaults: Faults<PetRepositoryFixture> = {
  'of 100 adds at once each returns its own animal, and stores it under an id of its own that is greater than all before':
    [
      ({ pets }) => ({ pets: coalesced('add')(pets) }),
      () => createPets(readingIdBefore),
      () => createPets(inTwoBlocks),
    ],
  ...onPetsAlone({
    'an id that no animal has finds none, however near it is or how alike its low bits': [
      (pets) => ({ find: (id) => pets.find(petId(BigInt.asUintN(32, id))) }),
    ],
  }),
  'an id is not used again after its animal was removed': () => createPets(afterGreatest),
};
