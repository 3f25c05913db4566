import type { Idempotency, PetRepository } from '@animal-store/domain';
import { either as E, taskEither as TE } from 'fp-ts';
import type { DurablePetRepositoryFixture } from '../../src/index.ts';
import { byId, replayed } from '../../src/laws/pet-steps.ts';
import { petOperations } from '../../src/laws/pet-writes.ts';
import { petsOn, recordKey } from '../../src/laws/plain-pets.ts';
import { type Adapter, createData, createDurablePets, type Data } from '../correct-fixtures.ts';
import { type Fault, type Faults, keepingLists, namesOf, pause, wrongInOutage } from '../fault.ts';
import { recordingIn } from './pet-idempotency.ts';
import { readingIdBefore } from './pets.ts';

type PetAdapter = Adapter<PetRepository>;
type DurableFault = Fault<DurablePetRepositoryFixture>;
type Two = 'handles' | 'processes';

/** All openings of a store, or its processes alone, use one adapter. */
const adapting =
  (create: (data: Data) => PetAdapter, two: Two = 'handles'): DurableFault =>
  () => {
    const data = createData();
    const adapter = create(data);
    return createDurablePets(two === 'handles' ? adapter : undefined, adapter, data);
  };

/** They share what `pets` makes of the data. */
const sharing =
  (pets: (data: Data) => PetRepository) =>
  (data: Data): PetAdapter => {
    const made = pets(data);
    return (_, through) => through(made);
  };

/** Works on data in the memory of its opening, and still notices an outage. */
const inMemory = (): PetAdapter => (_, through) => through(petsOn(createData()));

const inMemoryAlone = (name: keyof PetRepository) => (): PetAdapter => (pets, through) => ({
  ...pets,
  [name]: inMemory()(pets, through)[name],
});

/** Commits an animal before its record. */
const recordsLater = (): PetAdapter => recordingIn(new Map());

/** Reads the last id some time before the write of an animal without an idempotency key. */
const readingIdOfBare = (data: Data): PetRepository => {
  const [pets, bare] = [petsOn(data), readingIdBefore(data)];
  return { ...pets, add: (given, used) => (used === undefined ? bare : pets).add(given, used) };
};

/** Does an add after the outage in which it was refused. */
const addingLate = (): PetAdapter => (pets) => ({
  ...pets,
  add: (given, used) => {
    const add = pets.add(given, used);
    const later = async (turns: number): Promise<void> => {
      await pause();
      if (E.isLeft(await add()) && turns > 0) await later(turns - 1);
    };
    return TE.tapError(add, () => TE.fromIO(() => void later(1_000)));
  },
});

/**
 * Stores the animal of a failed creation once more when the creation is retried, if it is missing or if it has changed: as a store
 * without transactions does, when it does not learn of a write in between.
 */
const storingAgain =
  (only: 'missing' | 'changed', two: Two): DurableFault =>
  () => {
    const data = createData();
    const failed = new Set<Idempotency>();
    const failing: PetAdapter = (pets) => ({
      ...pets,
      add: (given, used) =>
        TE.tapError(pets.add(given, used), ({ _tag }) =>
          TE.fromIO(() => void (used && _tag === 'RepositoryUnavailable' && failed.add(used))),
        ),
    });
    const retrying: PetAdapter = (pets) => ({
      ...pets,
      add: (given, used) =>
        TE.tapIO(pets.add(given, used), ({ pet }) => () => {
          const others = data.pets.filter(({ id }) => id !== pet.id);
          const isMeant = (only === 'missing') === (others.length === data.pets.length);
          if (used !== undefined && failed.delete(used) && isMeant) data.pets = byId([...others, pet]);
        }),
    });
    return two === 'handles'
      ? createDurablePets((pets, through) => retrying(failing(pets, through), through), undefined, data)
      : createDurablePets(retrying, failing, data);
  };

/** Still works when it is closed. */
const notClosing: DurableFault = ({ open }) => ({
  open: async () => ({ ...(await open()), close: async () => {} }),
});

/** Acknowledges animals that are not written yet: the last ones are lost when its process is killed. */
const writingLater: DurableFault = () => {
  const data = createData();
  const { startProcess, ...fixture } = createDurablePets(undefined, undefined, data);
  const lose = (): void => void Object.assign(data, { pets: data.pets.slice(0, -3) });
  return {
    ...fixture,
    startProcess: () => startProcess().then((started) => ({ ...started, kill: () => started.kill().then(lose) })),
  };
};

/** Keeps lists until its own next add, or until an animal is removed. */
const keepingListsUntilRemoval =
  (two: Two): DurableFault =>
  () => {
    const forget: (() => void)[] = [];
    const adapter: PetAdapter = keepingLists((one) => forget.push(one));
    const fixture = createDurablePets(two === 'handles' ? adapter : undefined, adapter);
    const remove: typeof fixture.remove = (id) => {
      for (const one of forget) one();
      return fixture.remove(id);
    };
    return { ...fixture, remove };
  };

const faultsOfTwo = (two: Two): Faults<DurablePetRepositoryFixture> => ({
  [`of two ${two} each sees at once what the other has done to animals`]: keepingListsUntilRemoval(two),
  [`of animals added at once by two ${two} one is stored for each idempotency key, and the others are refused`]:
    adapting(recordsLater, two),
  [`of animals added at once by two ${two} each is stored under an id of its own`]: adapting(
    sharing(readingIdOfBare),
    two,
  ),
});

/** Takes a repeated creation for acknowledged because its record is there, although that may still be lost. */
const believingRecords = (data: Data): PetAdapter => {
  const failed = new Set<string>();
  return (pets) => ({
    ...pets,
    add: (given, used) => async () => {
      const outcome = await pets.add(given, used)();
      if (used === undefined || E.isRight(outcome) || outcome.left._tag !== 'RepositoryUnavailable') return outcome;
      const record = data.records.get(recordKey(used));
      const isRepeated = failed.has(used.key);
      failed.add(used.key);
      return isRepeated && record !== undefined ? E.right(replayed(record)) : outcome;
    },
  });
};

export const durablePetFaults: Faults<DurablePetRepositoryFixture> = {
  'after the store is reopened every operation on animals returns what a plain model returns': [
    adapting(inMemory),
    ...namesOf(petOperations).map((name) => adapting(inMemoryAlone(name))),
  ],
  ...faultsOfTwo('handles'),
  ...faultsOfTwo('processes'),
  'a write whose commit fails is RepositoryUnavailable, its retry holds once, and no retry undoes what was done since':
    [
      ...namesOf(petOperations, 'write').flatMap((name) => wrongInOutage(name).map((fault) => adapting(() => fault))),
      adapting(believingRecords),
      ...(['missing', 'changed'] as const).map((only) => storingAgain(only, 'handles')),
    ],
  'during an outage every operation on animals is RepositoryUnavailable and begins no more, and later all works again':
    [
      adapting(addingLate),
      ...namesOf(petOperations, 'read').flatMap((name) => wrongInOutage(name).map((fault) => adapting(() => fault))),
    ],
  'a closed store returns RepositoryUnavailable for animals, and keeps what it has acknowledged': notClosing,
  'when a process is killed while it writes, each acknowledged write holds, and no retry undoes what was done since': [
    writingLater,
    ...(['missing', 'changed'] as const).map((only) => storingAgain(only, 'processes')),
  ],
};
