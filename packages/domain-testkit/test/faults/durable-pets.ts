import { type PetId, type PetRepository, withId } from '@animal-store/domain';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import type { DurablePetRepositoryFixture } from '../../src/index.ts';
import { petsOn } from '../../src/laws/pet-operations.ts';
import { petId } from '../../src/samples.ts';
import { createDurablePets } from '../correct-fixtures.ts';
import { createData } from '../correct-repositories.ts';
import { type Fault, type Faults, pause } from '../fault.ts';
import { type Records, recordingIn } from './pet-idempotency.ts';
import { afterGreatest, readingIdBefore } from './pet-ids.ts';

type DurableFault = Fault<DurablePetRepositoryFixture>;

/** Works on data in the memory of its handle, and still notices an outage. */
const inMemory: DurableFault = () => createDurablePets((_, through) => through(petsOn(createData())));

const recordsInMemory: DurableFault = () => createDurablePets((pets) => recordingIn(new Map())(pets));

/** Commits an animal before its record. */
const recordsLater: DurableFault = () => {
  const records: Records = new Map();
  return createDurablePets(recordingIn(records));
};

const hidingErrors: DurableFault = () =>
  createDurablePets((pets) => ({
    ...pets,
    add: (given, used) => TE.orElse(() => TE.right(withId(petId(1n), given)))(pets.add(given, used)),
  }));

/** Takes an outage for an empty store. */
const hidingOutages: DurableFault = () =>
  createDurablePets((pets) => ({ ...pets, find: (id) => TE.orElseW(() => TE.right(O.none))(pets.find(id)) }));

/** Fails ever after, once it has met an outage. */
const failingForever: DurableFault = () =>
  createDurablePets((pets) => {
    let failed: Awaited<ReturnType<ReturnType<PetRepository['list']>>> | undefined;
    const list: PetRepository['list'] = (range) => async () => {
      const outcome = failed ?? (await pets.list(range)());
      if (E.isLeft(outcome)) failed = outcome;
      return outcome;
    };
    return { ...pets, list };
  });

/** Does an add after the outage in which it was refused. */
const addingLate: DurableFault = () =>
  createDurablePets((pets) => ({
    ...pets,
    add: (given, used) => {
      const add = pets.add(given, used);
      const later = async (): Promise<void> => {
        for (let turn = 0; turn < 1_000; turn++) {
          await pause();
          if (E.isRight(await add())) return;
        }
      };
      return TE.tapError(add, () => TE.fromIO(() => void later()));
    },
  }));

/** Takes what was added since an unfinished creation for leftovers of it, and removes that when the creation is retried. */
const cleaningUp: DurableFault = () => {
  const unfinished = new Set<string>();
  let latest: PetId | undefined;
  const fixture = createDurablePets((pets) => ({
    ...pets,
    add: (given, used) => async () => {
      const outcome = await pets.add(given, used)();
      if (used === undefined) latest = E.isRight(outcome) ? outcome.right.id : latest;
      else if (E.isLeft(outcome)) unfinished.add(used.key);
      else if (unfinished.delete(used.key) && latest !== undefined) await fixture.remove(latest);
      return outcome;
    },
  }));
  return fixture;
};

const opened = 'after the store is reopened';

const faultsOfTwo = (two: string): Faults<DurablePetRepositoryFixture> => ({
  [`of one animal added at once by two ${two} under one idempotency key one is stored, and both get it`]: recordsLater,
  [`of two animals added at once by two ${two} under one idempotency key one wins, the other is refused`]: [
    recordsLater,
    hidingErrors,
  ],
  [`of animals added at once by two ${two} each is stored under an id of its own`]: [
    inMemory,
    () => createDurablePets(undefined, readingIdBefore),
  ],
  [`of two operations at once by two ${two} one seems to run after the other`]: [
    inMemory,
    () => createDurablePets(undefined, readingIdBefore),
  ],
  [`of two ${two} each sees at once what the other has done to animals`]: [inMemory, recordsInMemory],
});

export const durablePetFaults: Faults<DurablePetRepositoryFixture> = {
  [`${opened} a retry returns what was first returned, and adds nothing`]: recordsInMemory,
  [`${opened} a retry returns what was first returned though its animal was changed or removed`]: recordsInMemory,
  [`${opened} a new id is greater than every id before, removed or not`]: [
    inMemory,
    () => createDurablePets(undefined, afterGreatest),
  ],
  ...faultsOfTwo('handles'),
  ...faultsOfTwo('processes'),
  'an add whose commit fails is RepositoryUnavailable, and its retry stores the animal once': [
    hidingErrors,
    recordsLater,
  ],
  'during an outage every operation on animals is RepositoryUnavailable and begins no more, and later all works again':
    [hidingOutages, failingForever, addingLate],
  'a closed store returns RepositoryUnavailable for animals, and keeps what it has acknowledged': [
    hidingOutages,
    inMemory,
  ],
  'when a process is killed while it adds, each acknowledged animal is stored once': [inMemory, recordsLater],
  'a write that succeeds while a creation is unfinished still holds after the retry of the creation': cleaningUp,
  [`${opened} every operation on animals returns what a plain model returns`]: [inMemory, recordsInMemory],
};
