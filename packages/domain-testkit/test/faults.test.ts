import type { ApiKeyRepository } from '@animal-store/access';
import type { PetRepository } from '@animal-store/domain';
import { either as E, type taskEither as TE } from 'fp-ts';
import { describe, expect, it } from 'vitest';
import {
  apiKeyRepositoryContract,
  durableApiKeyRepositoryContract,
  durablePetRepositoryContract,
  type Law,
  type PetRepositoryFixture,
  petMaintenanceContract,
  petRepositoryContract,
} from '../src/index.ts';
import { createCorrectApiKeys, createDurableApiKeys, durableApiKeys } from './correct-api-keys.ts';
import { createPetMaintenance } from './correct-pet-maintenance.ts';
import { createCorrectPets, createDurablePets, durablePets } from './correct-pets.ts';
import { eager, type Faults, memoised, mistaken } from './fault.ts';
import { apiKeyAddFaults } from './faults/api-key-adds.ts';
import { apiKeyListFaults, apiKeyReadFaults } from './faults/api-key-reads.ts';
import { apiKeyRevocationFaults, apiKeyUseFaults } from './faults/api-key-uses.ts';
import { durableApiKeyFaults } from './faults/durable-api-keys.ts';
import { durablePetFaults } from './faults/durable-pets.ts';
import { petFieldFaults } from './faults/pet-fields.ts';
import { petIdempotencyFaults } from './faults/pet-idempotency.ts';
import {
  petIdempotencyConcurrencyFaults,
  petIdempotencyKeyFaults,
  petIdempotencyRecordFaults,
} from './faults/pet-idempotency-keys.ts';
import { petIdFaults } from './faults/pet-ids.ts';
import { petListFaults } from './faults/pet-lists.ts';
import { petMaintenanceFaults } from './faults/pet-maintenance.ts';
import { petWriteFaults } from './faults/pet-writes.ts';

const petFaults: Faults<PetRepository> = {
  ...petFieldFaults,
  ...petIdFaults,
  ...petListFaults,
  ...petWriteFaults,
  ...petIdempotencyFaults,
  ...petIdempotencyKeyFaults,
  ...petIdempotencyConcurrencyFaults,
  ...petIdempotencyRecordFaults,
};
const onPetsAlone: Faults<PetRepositoryFixture> = Object.fromEntries(
  Object.entries(petFaults).map(([name, [breaks, ...caughtBy]]) => [
    name,
    [({ pets }) => ({ pets: mistaken(breaks, pets) }), ...caughtBy],
  ]),
);
const apiKeyFaults = {
  ...apiKeyReadFaults,
  ...apiKeyListFaults,
  ...apiKeyAddFaults,
  ...apiKeyRevocationFaults,
  ...apiKeyUseFaults,
};

const outcome = async <R>(law: Law<R>, fresh: () => R): Promise<string> => {
  try {
    await law.check(async () => fresh());
    return 'holds';
  } catch (failure) {
    const text = failure instanceof Error ? failure.message : '';
    // A fault that cannot even make its wrong value would be caught by any law.
    if (text.includes('the kit made a value')) return text;
    return text.startsWith(`The law "${law.name}" is broken: `) ? 'is broken' : `fails without its name: ${text}`;
  }
};

const describeContract = <R>(title: string, contract: readonly Law<R>[], faults: Faults<R>, correct: () => R) =>
  describe(title, () => {
    for (const [name, [breaks, ...caughtBy]] of Object.entries(faults)) {
      it(name, async () => {
        const laws = contract.filter((law) => caughtBy.includes(law.name));
        const outcomes = await Promise.all(
          laws.map(async (law) => [law.name, await outcome(law, () => mistaken(breaks, correct()))] as const),
        );
        expect(Object.fromEntries(outcomes)).toEqual(Object.fromEntries(caughtBy.map((law) => [law, 'is broken'])));
      });
    }

    for (const law of contract) it(`none: ${law.name}`, () => law.check(async () => correct()));

    it('each law catches a fault', () => {
      const caught = new Set(Object.values(faults).flatMap(([, ...caughtBy]) => caughtBy));
      expect(contract.map((law) => law.name).filter((name) => !caught.has(name))).toEqual([]);
    });
  });

describeContract('a PetRepository', petRepositoryContract, onPetsAlone, createCorrectPets);
describeContract('a PetMaintenance', petMaintenanceContract, petMaintenanceFaults, createPetMaintenance);
describeContract('an ApiKeyRepository', apiKeyRepositoryContract, apiKeyFaults, createCorrectApiKeys);
describeContract('a durable PetRepository', durablePetRepositoryContract, durablePetFaults, createDurablePets);
describeContract(
  'a durable ApiKeyRepository',
  durableApiKeyRepositoryContract,
  durableApiKeyFaults,
  createDurableApiKeys,
);

/** Whether a law of the contract detects the fault. */
const isDetected = async <R>(contract: readonly Law<R>[], faulty: () => R): Promise<boolean> => {
  for (const law of contract) if ((await outcome(law, faulty)) === 'is broken') return true;
  return false;
};

type Operation = (...input: never[]) => TE.TaskEither<{ readonly _tag: string }, unknown>;

const missing: Operation = () => async () => {
  throw new Error('this operation does nothing');
};

const throwing =
  (operation: Operation): Operation =>
  (...input) =>
  async () => {
    const result = await operation(...input)();
    if (E.isLeft(result) && result.left._tag === 'RepositoryUnavailable') throw new Error('the store is out of reach');
    return result;
  };

/** Replaces one operation of a repository, named at run time. */
const changing = <R extends object>(repository: R, name: string, change: (operation: Operation) => Operation): R => ({
  ...repository,
  [name]: change((repository as Readonly<Record<string, Operation>>)[name] as Operation),
});

// The model runs every operation, and is too long to say what a new operation promises.
const withoutModel = <R>(contract: readonly Law<R>[]): readonly Law<R>[] =>
  contract.filter(({ name }) => !name.startsWith('any sequence of operations'));

// Every operation of a port, including one that is new, needs a law of its own.
describe('an operation that does nothing breaks a law', () => {
  it.each(Object.keys(createCorrectPets().pets))('%s of a PetRepository', async (name) => {
    const faulty = (): PetRepositoryFixture => {
      const fixture = createCorrectPets();
      return { ...fixture, pets: changing(fixture.pets, name, () => missing) };
    };
    expect(await isDetected(withoutModel(petRepositoryContract), faulty)).toBe(true);
  });
  it.each(Object.keys(createCorrectApiKeys()))('%s of an ApiKeyRepository', async (name) => {
    const faulty = () => changing(createCorrectApiKeys(), name, () => missing);
    expect(await isDetected(withoutModel(apiKeyRepositoryContract), faulty)).toBe(true);
  });
});

describe.each([
  ['is made', eager],
  ['is first run, and never again', memoised],
])('an operation that runs when it %s breaks a law', (_, retime) => {
  it.each(Object.keys(createCorrectPets().pets))('%s of a PetRepository', async (name) => {
    const faulty = (): PetRepositoryFixture => {
      const fixture = createCorrectPets();
      return { ...fixture, pets: retime(name)(fixture.pets as never) };
    };
    expect(await isDetected(withoutModel(petRepositoryContract), faulty)).toBe(true);
  });
  it.each(Object.keys(createCorrectApiKeys()))('%s of an ApiKeyRepository', async (name) => {
    const faulty = (): ApiKeyRepository => retime(name)(createCorrectApiKeys() as never);
    expect(await isDetected(withoutModel(apiKeyRepositoryContract), faulty)).toBe(true);
  });
});

describe('an operation that throws during an outage breaks a law', () => {
  it.each(Object.keys(createCorrectPets().pets))('%s of a durable PetRepository', async (name) => {
    const faulty = () => createDurablePets((session) => changing(durablePets(session), name, throwing));
    expect(await isDetected(durablePetRepositoryContract.toReversed(), faulty)).toBe(true);
  });
  it.each(Object.keys(createCorrectApiKeys()))('%s of a durable ApiKeyRepository', async (name) => {
    const faulty = () => createDurableApiKeys((session) => changing(durableApiKeys(session), name, throwing));
    expect(await isDetected(durableApiKeyRepositoryContract.toReversed(), faulty)).toBe(true);
  });
});

it('each law has a name of its own', () => {
  const contracts = [
    petRepositoryContract,
    petMaintenanceContract,
    apiKeyRepositoryContract,
    durablePetRepositoryContract,
    durableApiKeyRepositoryContract,
  ];
  const names = contracts.flat().map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
