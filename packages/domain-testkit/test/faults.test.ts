import type { PetRepository } from '@animal-store/domain';
import { describe, expect, it } from 'vitest';
import {
  apiKeyRepositoryContract,
  durableApiKeyRepositoryContract,
  durablePetRepositoryContract,
  type Law,
  type PetRepositoryFixture,
  petRepositoryContract,
} from '../src/index.ts';
import { createCorrectApiKeyRepository } from './correct-api-key-repository.ts';
import { createCorrectPetRepository } from './correct-pet-repository.ts';
import { createDurableApiKeys } from './durable/durable-api-keys.ts';
import { createDurablePets } from './durable/durable-pets.ts';
import type { Fault } from './fault.ts';
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

const onPetsAlone = ({ name, breaks, caughtBy }: Fault<PetRepository>): Fault<PetRepositoryFixture> => ({
  name,
  breaks: (fixture) => ({ ...fixture, pets: breaks(fixture.pets) }),
  caughtBy,
});

const petFaults = [
  ...petFieldFaults,
  ...petIdFaults,
  ...petListFaults,
  ...petAddFaults,
  ...petIdempotencyFaults,
  ...petIdempotencyKeyFaults,
  ...petIdempotencyConcurrencyFaults,
  ...petIdempotencyRecordFaults,
].map(onPetsAlone);
const apiKeyFaults = [
  ...apiKeyReadFaults,
  ...apiKeyListFaults,
  ...apiKeyAddFaults,
  ...apiKeyRevocationFaults,
  ...apiKeyUseFaults,
];

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

const describeFaults = <R>(title: string, contract: readonly Law<R>[], faults: readonly Fault<R>[], correct: () => R) =>
  describe(title, () => {
    for (const { name, breaks, caughtBy } of faults) {
      it(name, async () => {
        const laws = contract.filter((law) => caughtBy.includes(law.name));
        const outcomes = await Promise.all(
          laws.map(async (law) => [law.name, await outcome(law, () => breaks(correct()))] as const),
        );
        expect(Object.fromEntries(outcomes)).toEqual(Object.fromEntries(caughtBy.map((law) => [law, 'is broken'])));
      });
    }

    it('each law catches a fault', () => {
      const caught = new Set(faults.flatMap(({ caughtBy }) => caughtBy));
      expect(contract.map((law) => law.name).filter((name) => !caught.has(name))).toEqual([]);
    });
  });

describeFaults('a faulty PetRepository', petRepositoryContract, petFaults, createCorrectPetRepository);
describeFaults('a faulty ApiKeyRepository', apiKeyRepositoryContract, apiKeyFaults, createCorrectApiKeyRepository);
describeFaults('a faulty durable PetRepository', durablePetRepositoryContract, durablePetFaults, createDurablePets);
describeFaults(
  'a faulty durable ApiKeyRepository',
  durableApiKeyRepositoryContract,
  durableApiKeyFaults,
  createDurableApiKeys,
);
