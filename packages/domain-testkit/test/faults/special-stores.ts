import { isReadable, type StoredApiKey } from '@animal-store/access';
import { type PetMaintenance, withId } from '@animal-store/domain';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import type {
  CrashFixture,
  MustExistFixture,
  PetMaintenanceFixture,
  RecordLifetimeFixture,
  UnreadableApiKeyFixture,
} from '../../src/index.ts';
import { petsOn } from '../../src/laws/pet-operations.ts';
import { petId } from '../../src/samples.ts';
import { createForgetting, createServer } from '../correct-fixtures.ts';
import { createData, type Data } from '../correct-repositories.ts';
import { eager, type Fault, type Faults, pause } from '../fault.ts';

const maintaining =
  (change: (maintenance: PetMaintenance) => Partial<PetMaintenance>): Fault<PetMaintenanceFixture> =>
  (fixture) => ({ maintenance: { ...fixture.maintenance, ...change(fixture.maintenance) } });

const always = (said: 'inserted' | 'present') =>
  maintaining(({ insertWithId }) => ({
    insertWithId: (pet) =>
      TE.match(
        () => E.right(said),
        () => E.right(said),
      )(insertWithId(pet)),
  }));

const beginningAtOne: Fault<PetMaintenanceFixture> = () => ({ openPets: async () => petsOn(createData()) });

/** The ids of a store that is opened follow the latest id, not the greatest one. */
const followingLatest: Fault<PetMaintenanceFixture> = ({ maintenance }) => {
  const data = createData();
  const follow = (id: bigint) => () => {
    data.lastId = id;
  };
  return {
    maintenance: {
      ...maintenance,
      insertWithId: (pet) => TE.tapIO(maintenance.insertWithId(pet), () => follow(pet.id)),
      raiseLastId: (id) => TE.tapIO(maintenance.raiseLastId(id), () => follow(id)),
    },
    openPets: async () => petsOn(data),
  };
};

const greater = 'a store that is opened after an import gives new animals greater ids than the kept ones,';

export const petMaintenanceFaults: Faults<PetMaintenanceFixture> = {
  'an animal is stored under the id that it is inserted with, with every field': [
    maintaining(({ insertWithId }) => ({ insertWithId: ({ status: _, ...pet }) => insertWithId(pet) })),
    maintaining(({ insertWithId }) => ({
      insertWithId: (pet) => insertWithId(withId(petId(BigInt.asUintN(32, pet.id)), pet)),
    })),
  ],
  'an insert of an animal does nothing before it is run': maintaining(eager('insertWithId')),
  'an equal animal under a stored id is present, and stored once': always('inserted'),
  'another animal under a stored id is PetIdTaken, and changes nothing': always('present'),
  'an animal that a repository has added is present under its id': always('inserted'),
  'an id that leaves no room for others is PetIdOutOfRange': [
    always('inserted'),
    maintaining(() => ({ raiseLastId: () => TE.right(undefined) })),
  ],
  'of many inserts at once of one animal one inserts it, and to the others it is present': ({
    maintenance,
    openPets,
  }) => ({
    maintenance: {
      ...maintenance,
      insertWithId: (pet) => async () => {
        const found = await (await openPets()).find(pet.id)();
        await pause();
        const outcome = await maintenance.insertWithId(pet)();
        return E.isRight(found) && O.isNone(found.right) ? E.right('inserted') : outcome;
      },
    },
  }),
  [`${greater} ascending`]: beginningAtOne,
  [`${greater} descending`]: [beginningAtOne, followingLatest],
  [`${greater} up to 2^52`]: beginningAtOne,
  'a store that is opened after the last id was raised gives greater ids, and a lower id lowers nothing': [
    beginningAtOne,
    followingLatest,
  ],
  'the last id, 0 at first, is at least every id so far, and below those of a store opened next': [0n, 1n].map((id) =>
    maintaining(() => ({ lastId: () => TE.right(petId(id)) })),
  ),
};

const losing =
  (onCrash: (data: Data) => void): Fault<CrashFixture> =>
  () =>
    createServer(onCrash);

/** As in an unlogged table. */
const losingAll = losing((data) => Object.assign(data, createData()));

const losingLatest = losing((data) => Object.assign(data, { pets: data.pets.slice(0, -3) }));

const losingRecords = losing(({ records }) => records.clear());

export const crashFaults: Faults<CrashFixture> = {
  'after a crash of the server every acknowledged animal, record of a creation and API key is stored': [
    losingAll,
    losingLatest,
    losingRecords,
    losing((data) => Object.assign(data, { apiKeys: [] })),
  ],
  'after a crash of the server what the last write did to animals is stored': losingLatest,
  'when the server crashes while animals are added each acknowledged one is stored once, and new ids are greater': [
    losingAll,
    losingLatest,
    losingRecords,
    losing((data) => Object.assign(data, { lastId: 0n })),
  ],
};

const notFinding: Fault<UnreadableApiKeyFixture> = ({ apiKeys }) => ({
  apiKeys: { ...apiKeys, find: (id) => TE.map(O.filter(isReadable))(apiKeys.find(id)) },
});

export const unreadableApiKeyFaults: Faults<UnreadableApiKeyFixture> = {
  'an unreadable API key is listed and found as such, and hides no other': [
    ({ apiKeys }) => ({
      apiKeys: {
        ...apiKeys,
        list: () => TE.map((keys: readonly StoredApiKey[]) => keys.filter(isReadable))(apiKeys.list()),
      },
    }),
    notFinding,
    ({ apiKeys }) => ({ apiKeys: { ...apiKeys, list: () => () => Promise.reject(new Error('label is empty')) } }),
  ],
  'findByDigest throws for an unreadable API key, and finds the others': ({ apiKeys }) => ({
    apiKeys: { ...apiKeys, findByDigest: () => TE.right(O.none) },
  }),
  'an unreadable API key is revoked like any other': [
    notFinding,
    ({ apiKeys }) => ({ apiKeys: { ...apiKeys, revoke: (id) => apiKeys.find(id) } }),
  ],
};

export const recordLifetimeFaults: Faults<RecordLifetimeFixture> = {
  'a record of a creation holds for its whole lifetime': () => createForgetting(12),
  'a record of a creation is removed after its lifetime': () => createForgetting(Number.POSITIVE_INFINITY),
};

export const mustExistFaults: Faults<MustExistFixture> = {
  'a store that must exist is refused if it does not, and is not made': [
    () => ({ openExisting: async () => 'opened' }),
    ({ openExisting, make }) => ({
      openExisting: async () => {
        const outcome = await openExisting();
        await make();
        return outcome;
      },
    }),
  ],
};
