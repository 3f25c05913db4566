import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as kit from '../src/index.ts';
import * as correct from './correct-fixtures.ts';
import * as fault from './fault.ts';
import { apiKeyFaults } from './faults/api-keys.ts';
import { durableApiKeyFaults } from './faults/durable-api-keys.ts';
import { durablePetFaults } from './faults/durable-pets.ts';
import { petIdempotencyFaults } from './faults/pet-idempotency.ts';
import { petWriteFaults } from './faults/pet-writes.ts';
import { petFaults } from './faults/pets.ts';
import { crashFaults, petMaintenanceFaults } from './faults/special-stores.ts';

// With random sequences a fault would be missed now and then.
beforeAll(() => void fc.configureGlobal({ seed: 1 }));
afterAll(() => void fc.resetConfigureGlobal());

/** The first law that a fault breaks. A fault that cannot even make its wrong value would be caught by any law. */
const firstBroken = async <R>(contract: readonly kit.Law<R>[], fresh: () => R): Promise<string> => {
  const message = await fault.firstFailure(contract, fresh);
  return message.includes('This is not a ') ? message : (/^The law "(.+?)" is broken: /.exec(message)?.[1] ?? message);
};

/** Each law is needed: it is the first that detects each fault of its row, and there is no other row. */
const describeContract = <R>(contract: readonly kit.Law<R>[], faults: fault.Faults<R>, create: () => R) => {
  it.each(contract)('$name', async ({ name, check }) => {
    const open = correct.opened.size;
    await check(async () => create());
    expect(correct.opened.size, 'what the law has opened is open still').toBe(open);
    const ownFaults = [faults[name] ?? []].flat();
    const first = ownFaults.map((one) => firstBroken(contract, () => fault.mistaken(one, create())));
    expect(new Set(await Promise.all(first))).toEqual(new Set([name]));
  });

  it('each fault has a law', () => {
    expect(Object.keys(faults).toSorted()).toEqual(contract.map(({ name }) => name).toSorted());
  });
};

const allPetFaults = { ...petFaults, ...petIdempotencyFaults, ...petWriteFaults };

describe('a PetRepository', () => describeContract(kit.petRepositoryContract, allPetFaults, correct.createPets));
describe('an ApiKeyRepository', () =>
  describeContract(kit.apiKeyRepositoryContract, apiKeyFaults, correct.createApiKeys));
describe('a PetMaintenance', () =>
  describeContract(kit.petMaintenanceContract, petMaintenanceFaults, correct.createPetMaintenance));
describe('a durable PetRepository', () =>
  describeContract(kit.durablePetRepositoryContract, durablePetFaults, correct.createDurablePets));
describe('a durable ApiKeyRepository', () =>
  describeContract(kit.durableApiKeyRepositoryContract, durableApiKeyFaults, correct.createDurableApiKeys));
describe('a store on a server', () => describeContract(kit.crashContract, crashFaults, correct.createServer));
