import type { PetRepository } from '@animal-store/domain';
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
import { createCorrectApiKeyRepository } from './correct-api-key-repository.ts';
import { createPetMaintenance } from './correct-pet-maintenance.ts';
import { createCorrectPetRepository } from './correct-pet-repository.ts';
import { createDurableApiKeys } from './durable/durable-api-keys.ts';
import { createDurablePets } from './durable/durable-pets.ts';
import type { Faults } from './fault.ts';
import { apiKeyAddFaults } from './faults/api-key-adds.ts';
import { apiKeyListFaults } from './faults/api-key-lists.ts';
import { apiKeyReadFaults } from './faults/api-key-reads.ts';
import { apiKeyRevocationFaults } from './faults/api-key-revocations.ts';
import { apiKeyUseFaults } from './faults/api-key-uses.ts';
import { durableApiKeyFaults } from './faults/durable-api-keys.ts';
import { durablePetFaults } from './faults/durable-pets.ts';
import { petAddFaults } from './faults/pet-adds.ts';
import { petFieldFaults } from './faults/pet-fields.ts';
import { petIdempotencyFaults } from './faults/pet-idempotency.ts';
import { petIdempotencyConcurrencyFaults } from './faults/pet-idempotency-concurrency.ts';
import { petIdempotencyKeyFaults } from './faults/pet-idempotency-keys.ts';
import { petIdempotencyRecordFaults } from './faults/pet-idempotency-records.ts';
import { petIdFaults } from './faults/pet-ids.ts';
import { petListFaults } from './faults/pet-lists.ts';
import { petMaintenanceFaults } from './faults/pet-maintenance.ts';

const petFaults: Faults<PetRepository> = {
  ...petFieldFaults,
  ...petIdFaults,
  ...petListFaults,
  ...petAddFaults,
  ...petIdempotencyFaults,
  ...petIdempotencyKeyFaults,
  ...petIdempotencyConcurrencyFaults,
  ...petIdempotencyRecordFaults,
};
const onPetsAlone: Faults<PetRepositoryFixture> = Object.fromEntries(
  Object.entries(petFaults).map(([name, [breaks, ...caughtBy]]) => [
    name,
    [(fixture) => ({ ...fixture, pets: breaks(fixture.pets) }), ...caughtBy],
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
          laws.map(async (law) => [law.name, await outcome(law, () => breaks(correct()))] as const),
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

describeContract('a PetRepository', petRepositoryContract, onPetsAlone, createCorrectPetRepository);
describeContract('a PetMaintenance', petMaintenanceContract, petMaintenanceFaults, createPetMaintenance);
describeContract('an ApiKeyRepository', apiKeyRepositoryContract, apiKeyFaults, createCorrectApiKeyRepository);
describeContract('a durable PetRepository', durablePetRepositoryContract, durablePetFaults, createDurablePets);
describeContract(
  'a durable ApiKeyRepository',
  durableApiKeyRepositoryContract,
  durableApiKeyFaults,
  createDurableApiKeys,
);

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
