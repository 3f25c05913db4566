import { isImportablePetId, type Pet, type PetMaintenance } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import type { CrashFixture, PetMaintenanceFixture } from '../../src/index.ts';
import { apiKeyOperations } from '../../src/laws/durable-api-keys.ts';
import { petOperations } from '../../src/laws/pet-writes.ts';
import { petId } from '../../src/samples/pets.ts';
import { createData, createServer, type Data } from '../correct-fixtures.ts';
import { changing, coalesced, eager, type Fault, type Faults, namesOf } from '../fault.ts';

const maintaining =
  (change: (maintenance: PetMaintenance) => Partial<PetMaintenance>): Fault<PetMaintenanceFixture> =>
  (fixture) => ({ maintenance: { ...fixture.maintenance, ...change(fixture.maintenance) } });

const inserting = (change: (pet: Pet) => Pet) =>
  maintaining(({ insertWithId }) => ({ insertWithId: (pet) => insertWithId(change(pet)) }));

export const petMaintenanceFaults: Faults<PetMaintenanceFixture> = {
  'an animal is stored under the id that it is inserted with, with every field and a name of any length': [
    inserting((pet) => ({ ...pet, name: pet.name.slice(0, 32_766) as Pet['name'] })),
    // Compares ids as texts of sixteen digits.
    ({ openPets }) => ({
      openPets: async () => {
        const pets = await openPets();
        return {
          ...pets,
          list: ({ after, ...range }) =>
            pets.list(after && after > 10n ** 16n ? range : { ...range, ...(after && { after }) }),
        };
      },
    }),
  ],
  'under a stored id an equal animal is present, another is PetIdTaken, and nothing changes': maintaining(
    ({ insertWithId }) => ({ insertWithId: (pet) => TE.fromTask(() => insertWithId(pet)().then(() => 'inserted')) }),
  ),
  'an id that leaves no room for others is PetIdOutOfRange': maintaining(() => ({
    raiseLastId: () => TE.right(undefined),
  })),
  'an insert happens when it is run, and of many at once of one animal one inserts it, and to the others it is present':
    [maintaining(eager('insertWithId')), maintaining(coalesced('insertWithId'))],
  'the last id is that of an import or can be raised, is not lowered, and is below those of a store opened next': [
    ...[0n, 1n].map((id) => maintaining(() => ({ lastId: () => TE.right(petId(id)) }))),
    maintaining(({ raiseLastId }) => ({
      raiseLastId: (id) => (isImportablePetId(id) ? TE.right(undefined) : raiseLastId(id)),
    })),
  ],
};

const losing =
  (change: (data: Data) => object): Fault<CrashFixture> =>
  () =>
    createServer((data) => Object.assign(data, change(data)));

type Repositories = Awaited<ReturnType<CrashFixture['open']>>['repository'];

/** Keeps what one operation writes in the memory of the server until another operation follows. */
const flushingLater =
  (port: keyof Repositories, only: string): Fault<CrashFixture> =>
  () => {
    const data = createData();
    let flushed: Partial<Data> = {};
    const { open, ...server } = createServer((now) => Object.assign(now, flushed), data);
    const noting = changing((task, name) => async () => {
      flushed = name === only ? structuredClone(data) : {};
      return task();
    });
    return {
      ...server,
      open: async () => {
        const { repository, close } = await open();
        return { repository: { ...repository, [port]: noting(repository[port]) }, close };
      },
    };
  };

const rightAfter = (what: string): string =>
  `a crash of the server right after ${what} loses nothing that was acknowledged`;

const flushedLater = (port: keyof Repositories, names: readonly string[], what: string): Faults<CrashFixture> =>
  Object.fromEntries(names.map((name) => [rightAfter(`${name} of ${what}`), flushingLater(port, name)]));

export const crashFaults: Faults<CrashFixture> = {
  ...flushedLater('pets', namesOf(petOperations, 'write'), 'an animal with an idempotency key'),
  ...flushedLater('apiKeys', namesOf(apiKeyOperations, 'write'), 'an API key'),
  // As in an unlogged table.
  [rightAfter('add of an animal without an idempotency key')]: losing(createData),
  [rightAfter('add of an animal with an idempotency key')]: losing(() => ({ records: new Map() })),
  'when the server crashes while animals are added each acknowledged one is stored once, and new ids are greater':
    // Commits an animal before its record, when many are added.
    losing(({ pets, records }) => {
      const latest = new Set(pets.slice(16).slice(-16));
      return { records: new Map([...records].filter(([, pet]) => !latest.has(pet))) };
    }),
};
