import { inspect } from 'node:util';
import { type Added, type Idempotency, idempotencyKeyReused, newPetEq, type PetRepository } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import type { PetRepositoryFixture } from '../../src/index.ts';
import { byId } from '../../src/laws/pet-steps.ts';
import { petOperations } from '../../src/laws/pet-writes.ts';
import { petsOn } from '../../src/laws/plain-pets.ts';
import { createPets, type Data } from '../correct-fixtures.ts';
import { coalesced, eager, type Fault, type Faults, keeping, memoised, namesOf, onPetsAlone, pause } from '../fault.ts';

/** Adds without an idempotency key by another rule. */
const bare =
  (change: (pets: PetRepository) => PetRepository): Fault<PetRepository> =>
  (pets) => ({ add: (given, used) => (used === undefined ? change(pets) : pets).add(given, used) });

/** Reads some fields of the given animal before it waits, and some later. */
const readingTwice =
  (wait: () => Promise<void>): Fault<PetRepository> =>
  ({ add }) => ({
    add: (given, used) => async () => {
      await wait();
      const { name, categoryId } = given;
      await pause();
      return add({ ...given, name, categoryId }, used)();
    },
  });

/** Reads the newest animal some time before it adds one, and then stores it again, if it is missing or if it has changed. */
const storingAgain =
  (only: 'missing' | 'changed') =>
  (data: Data): PetRepository => {
    const pets = petsOn(data);
    return {
      ...pets,
      add: (given, used) => async () => {
        const newest = data.pets.slice(-1);
        await pause();
        const others = data.pets.filter(({ id }) => id !== newest[0]?.id);
        if ((only === 'missing') === (others.length === data.pets.length)) data.pets = byId([...others, ...newest]);
        return pets.add(given, used)();
      },
    };
  };

export const petWriteFaults: Faults<PetRepositoryFixture> = {
  'of two writes at once for one animal neither undoes the other': (['missing', 'changed'] as const).map(
    (only) => () => createPets(storingAgain(only)),
  ),
  ...onPetsAlone({
    'each operation on animals happens when it is run, and each time it is run': [
      ...[bare(eager('add')), bare(memoised('add'))],
      ...namesOf(petOperations, 'read').flatMap((name) => [eager(name), memoised(name)]),
      ...namesOf(petOperations, 'write')
        .filter((name) => name !== 'add')
        .map(eager),
    ],
    'a change to the given animal while the add is in flight is kept wholly or not at all': [
      readingTwice(async () => {}),
      readingTwice(pause),
      // Compares the animal of the record with the given one after the commit.
      ({ add }) => ({
        add: (given, used) =>
          TE.filterOrElseW(
            ({ pet }: Added) => newPetEq.equals(pet, given),
            () => idempotencyKeyReused,
          )(add({ ...given }, used)),
      }),
    ],
    'reads at once return what they return in turn, and share nothing that they return': [
      ...namesOf(petOperations, 'read').map((name) => coalesced(name)),
      coalesced('list', inspect),
    ],
    // Takes an animal for a retry of the one that was added with a key.
    'any sequence of operations on animals returns what a plain model returns': (pets) => {
      const keyed = new Map<string, Idempotency>();
      return {
        add: (given, used = keyed.get(given.name)) => {
          if (used !== undefined) keyed.set(given.name, used);
          return pets.add(given, used);
        },
      };
    },
    'nothing that an operation on animals was given or has returned is shared with the store': keeping('add'),
  }),
};
