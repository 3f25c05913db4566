import { newPetEq, type Pet } from '@animal-store/domain';
import type { PetMaintenanceFixture } from '../../src/index.ts';
import { createPetMaintenance } from '../correct-pet-maintenance.ts';
import { eager, pause, seed } from '../fault.ts';

const deciding = (changed: Parameters<typeof createPetMaintenance>[0]) => (): PetMaintenanceFixture =>
  createPetMaintenance(changed);

const present = 'an equal animal under a stored id is present, and stored once';
const taken = 'another animal under a stored id is PetIdTaken, and changes nothing';
const greater = (order: string): string =>
  `a store that is opened after an import gives new animals greater ids than the kept ones, ${order}`;
const lastId = 'the last id is at least every id so far, and below those of a store that is opened next';
const raised = 'a store that is opened after the last id was raised gives greater ids, and a lower id lowers nothing';

export const petMaintenanceFaults = seed('a PetMaintenance', {
  'the status is not stored': [
    deciding({ keep: ({ id, name, categoryId }) => ({ id, name, categoryId }) }),
    'an animal is stored under the id that it is inserted with, with every field',
  ],
  'the id is cut to 32 bits': [
    deciding({ keep: (pet) => ({ ...pet, id: BigInt.asUintN(32, pet.id) as Pet['id'] }) }),
    'an animal is stored under the id that it is inserted with, with every field',
  ],
  'an insert runs when it is made': [
    (fixture) => ({ ...fixture, maintenance: eager('insertWithId')(fixture.maintenance) }),
    'an insert of an animal does nothing before it is run',
  ],
  'an animal replaces the one that has its id': [deciding({ find: () => undefined }), present, taken],
  'animals are compared by identity': [deciding({ isSame: (one, other) => one === other }), present],
  'only names are compared': [deciding({ isSame: (one, other) => one.name === other.name }), taken],
  'an absent status equals every other': [
    deciding({
      isSame: (one, { status, ...other }) =>
        newPetEq.equals(one, { ...other, ...(one.status && { status: status ?? one.status }) }),
    }),
    taken,
  ],
  'only animals that were imported are looked for': [
    () => {
      const imported = new Set<bigint>();
      return createPetMaintenance({
        find: (pets, { id }) => (imported.has(id) ? pets.find((pet) => pet.id === id) : undefined),
        keep: (pet) => {
          imported.add(pet.id);
          return pet;
        },
      });
    },
    'an animal that a repository has added is present under its id',
  ],
  'every id is kept': [deciding({ isInRange: () => true }), 'an id that leaves no room for others is PetIdOutOfRange'],
  'the id 0 is kept': [
    deciding({ isInRange: (id) => id >= 0n && id <= 2n ** 52n }),
    'an id that leaves no room for others is PetIdOutOfRange',
  ],
  'an insert looks first, and does not look again': [
    deciding({ meanwhile: pause }),
    'of many inserts at once of one animal one inserts it, and to the others it is present',
  ],
  'an insert does not raise the last id': [
    deciding({ raise: (last) => last }),
    greater('ascending'),
    greater('descending'),
    greater('up to 2^52'),
  ],
  'the last id is that of the latest insert': [deciding({ raise: (_, id) => id }), greater('descending'), lastId],
  'the last id is raised to 2^32 at most': [
    deciding({ raise: (last, id) => (id > last && id < 2n ** 32n ? id : last) }),
    greater('up to 2^52'),
  ],
  'the last id is not raised without an animal': [deciding({ raiseTo: (last) => last }), raised],
  'the last id is set to a lower one': [deciding({ raiseTo: (_, id) => id }), raised],
  'the last id is one too high': [
    deciding({ lastId: (stored) => stored.lastId + 1n }),
    'the last id is 0 in an empty store',
    lastId,
  ],
  'the last id is the number of animals': [deciding({ lastId: ({ pets }) => BigInt(pets.length) }), lastId],
});
