import {
  hasStatus,
  type Idempotency,
  type IdempotencyKeyReused,
  idempotencyKeyReused,
  type NewPet,
  newPetEq,
  type Pet,
  type PetRepository,
  withId,
} from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import type { DurablePetRepositoryFixture, PetRepositoryFixture } from '../src/index.ts';
import { petId } from '../src/samples.ts';
import { attempt, type Build, type Change, createDurableFixture, createSession, type Data } from './medium.ts';

export type AddedPet = E.Either<IdempotencyKeyReused, Pet>;

export const recordKey = ({ scope, key }: Idempotency): string => `${scope} ${key}`;

/** Adds an animal under the next id. It is frozen, so every reader may get the same object. */
export const insertPet = (data: Data, given: NewPet): readonly [Data, Pet] => {
  const pet = Object.freeze(withId(petId(data.lastId + 1n), given));
  const pets = [...data.pets, pet].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return [{ ...data, lastId: pet.id, pets }, pet];
};

export const insertRecord = (data: Data, used: Idempotency, pet: Pet): Data => ({
  ...data,
  records: new Map([...data.records, [recordKey(used), pet]]),
});

/** What a retry gets by the record of its key, if there is one. */
export const retried = (data: Data, given: NewPet, used?: Idempotency): AddedPet | undefined => {
  const record = used && data.records.get(recordKey(used));
  if (record === undefined) return undefined;
  return newPetEq.equals(record, given) ? E.right(record) : E.left(idempotencyKeyReused);
};

/** Adds an animal and the record of its key, unless there is a record. */
export const addPet =
  (given: NewPet, used?: Idempotency): Change<AddedPet> =>
  (data) => {
    const before = retried(data, given, used);
    if (before !== undefined) return [data, before];
    const [added, pet] = insertPet(data, given);
    return [used === undefined ? added : insertRecord(added, used, pet), E.right(pet)];
  };

/** The plainest repository that keeps every law. The faults are made from it. */
export const durablePets: Build<PetRepository> = ({ read, commit }) => ({
  add: (given, used) => attempt(() => commit(addPet(given, used))),
  find: (id) => attempt(() => E.right(O.fromNullable(read().pets.find((pet) => pet.id === id)))),
  list: ({ limit, status, after }) =>
    attempt(() =>
      E.right(
        read()
          .pets.filter(hasStatus(status))
          .filter(({ id }) => after === undefined || id > after)
          .slice(0, limit),
      ),
    ),
});

type Changing = Pick<PetRepositoryFixture, 'replace' | 'remove'>;

const changing = (change: (change: (data: Data) => Data) => Promise<void>): Changing => ({
  replace: (pet) => change((data) => ({ ...data, pets: data.pets.map((one) => (one.id === pet.id ? pet : one)) })),
  remove: (id) => change((data) => ({ ...data, pets: data.pets.filter((one) => one.id !== id) })),
});

export const createCorrectPets = (): PetRepositoryFixture => {
  const session = createSession();
  return {
    pets: durablePets(session),
    ...changing(async (change) => session.commit((data) => [change(data), undefined])),
  };
};

export const createDurablePets = (build: Build<PetRepository> = durablePets): DurablePetRepositoryFixture => {
  const { change, ...fixture } = createDurableFixture(build);
  return { ...fixture, ...changing(change) };
};
