import type { Idempotency, NewPet, PetRepository } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type { DurablePetRepositoryFixture } from '../../src/index.ts';
import {
  type AddedPet,
  addPet,
  afterGreatest,
  correctPets,
  createDurablePets,
  insertBoth,
  insertPet,
  insertRecord,
  recordKey,
  retried,
} from '../correct-repositories.ts';
import { pause, seed } from '../fault.ts';
import { type Catching, sessionFaults } from '../session-faults.ts';
import { attempt, type Data, type Session } from '../store.ts';

type Add = (given: NewPet, used?: Idempotency) => AddedPet | Promise<AddedPet>;

const adding = (makeAdd: (session: Session) => Add) => (): DurablePetRepositoryFixture =>
  createDurablePets((session): PetRepository => {
    const add = makeAdd(session);
    return { ...correctPets(session), add: (given, used) => attempt(() => add(given, used)) };
  });

const opened = 'after the store is reopened';
const model = `${opened} every operation on animals returns what a plain model returns`;
const retriedAfterwards = `${opened} a retry returns what was first returned, and adds nothing`;
const recordStands = `${opened} a retry returns what was first returned though its animal was changed or removed`;
const growth = `${opened} a new id is greater than every id before`;
const removedAndReopened = 'an id is not used again after its animal was removed and the store reopened';
const failedCommit = 'an add whose commit fails is RepositoryUnavailable, and its retry stores the animal once';
const killed = 'when a process is killed while it adds, each acknowledged animal is stored once';
const handles = 'handles';
const processes = 'processes';
const sees = (two: string): string => `of two ${two} each sees at once what the other has done to animals`;
const oneAnimal = (two: string): string =>
  `of one animal added at once by two ${two} under one idempotency key one is stored, and both get it`;
const twoAnimals = (two: string): string =>
  `of two animals added at once by two ${two} under one idempotency key one wins, the other is refused`;
const ids = (two: string): string => `of animals added at once by two ${two} each is stored under an id of its own`;

const laws: Catching = {
  forgetting: [model, retriedAfterwards, growth],
  stale: [sees(handles), sees(processes)],
  overwriting: [ids(handles), ids(processes)],
  commit: failedCommit,
  outage:
    'during an outage every operation on animals is RepositoryUnavailable and begins no more, and later all works again',
  close: 'a closed store returns RepositoryUnavailable for animals, and keeps what it has acknowledged',
  kill: killed,
};

/** Looks for the record, and adds later, without another look. */
const lookThenAdd =
  ({ read, commit }: Session) =>
  async (given: NewPet, used?: Idempotency): Promise<AddedPet> => {
    const before = retried(read(), given, used);
    if (before !== undefined) return before;
    await pause();
    return commit((draft) => insertBoth(draft, given, used));
  };

export const durablePetFaults = seed('a durable PetRepository', {
  ...sessionFaults(createDurablePets, correctPets, laws),
  'the next id follows the greatest one that is stored': [() => createDurablePets(afterGreatest), removedAndReopened],
  'records of creations are kept in the memory of a handle': [
    adding(({ commit }) => {
      let records: Data['records'] = new Map();
      return (given, used) =>
        commit((draft) => {
          draft.records = records;
          const outcome = addPet(given, used)(draft);
          records = draft.records;
          return outcome;
        });
    }),
    retriedAfterwards,
    recordStands,
    model,
    sees(handles),
  ],
  'the record of a creation holds an id, and its animal is looked up': [
    adding(
      ({ commit }) =>
        (given, used) =>
          commit((draft) => {
            const record = used && draft.records.get(recordKey(used));
            const now = draft.pets.find(({ id }) => id === record?.id);
            if (used === undefined || now === undefined) return insertBoth(draft, given, used);
            insertRecord(draft, used, now);
            return addPet(given, used)(draft);
          }),
    ),
    recordStands,
  ],
  'the key is looked up before the transaction, and no unique index is there': [
    adding(lookThenAdd),
    oneAnimal(handles),
    oneAnimal(processes),
    twoAnimals(handles),
    twoAnimals(processes),
  ],
  'whoever meets the unique index gets what the other has added': [
    adding(({ read, commit }) => async (given, used) => {
      const before = retried(read(), given, used);
      if (before !== undefined) return before;
      await pause();
      return commit((draft): AddedPet => {
        const record = used && draft.records.get(recordKey(used));
        return record === undefined ? insertBoth(draft, given, used) : E.right(record);
      });
    }),
    twoAnimals(handles),
    twoAnimals(processes),
  ],
  'the last id is read before the transaction': [
    adding(({ read, commit }) => async (given, used) => {
      const { lastId } = read();
      await pause();
      return commit((draft) => {
        draft.lastId = lastId;
        return addPet(given, used)(draft);
      });
    }),
    ids(handles),
    ids(processes),
  ],
  'an add that was refused in an outage is done after it': [
    adding(({ read, commit }) => async (given, used) => {
      const isReached = (): boolean => E.isRight(E.tryCatch(read, String));
      const later = async (): Promise<void> => {
        for (let turn = 0; turn < 1_000 && !isReached(); turn++) await pause();
        if (isReached()) commit(addPet(given, used));
      };
      if (!isReached()) later();
      return commit(addPet(given, used));
    }),
    laws.outage,
  ],
  'the animal is committed before its record': [
    adding(({ read, commit }) => async (given, used) => {
      const before = retried(read(), given, used);
      if (before !== undefined) return before;
      const pet = commit((draft) => insertPet(draft, given));
      await pause();
      if (used !== undefined) commit((draft) => insertRecord(draft, used, pet));
      return E.right(pet);
    }),
    failedCommit,
    killed,
  ],
});
