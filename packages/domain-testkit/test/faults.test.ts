import fc from 'fast-check';
import { either as E } from 'fp-ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as kit from '../src/index.ts';
import { apiKeysOn } from '../src/laws/plain-api-keys.ts';
import { petsOn } from '../src/laws/plain-pets.ts';
import * as correct from './correct-fixtures.ts';
import * as fault from './fault.ts';
import { apiKeyFaults } from './faults/api-keys.ts';
import { durableApiKeyFaults } from './faults/durable-api-keys.ts';
import { durablePetFaults } from './faults/durable-pets.ts';
import { petFieldFaults } from './faults/pet-fields.ts';
import { petIdempotencyFaults } from './faults/pet-idempotency.ts';
import { petIdFaults } from './faults/pet-ids.ts';
import { petListFaults } from './faults/pet-lists.ts';
import { petWriteFaults } from './faults/pet-writes.ts';
import { crashFaults, petMaintenanceFaults } from './faults/special-stores.ts';

// With random sequences a fault would be missed now and then.
beforeAll(() => void fc.configureGlobal({ seed: 1 }));
afterAll(() => void fc.resetConfigureGlobal());

/** The first law that a fault breaks. A fault that cannot even make its wrong value would be caught by any law. */
const firstBroken = async <R>(contract: readonly kit.Law<R>[], fresh: () => R): Promise<string> => {
  const message = await fault.firstFailure(contract, fresh);
  return message.includes('This is no ') ? message : (/^The law "(.+?)" is broken: /.exec(message)?.[1] ?? message);
};

/** Each law is needed: it is the first that detects each fault of its row, and there is no other row. */
const describeContract = <R>(contract: readonly kit.Law<R>[], faults: fault.Faults<R>, create: () => R) => {
  it.each(contract)('$name', async ({ name, check }) => {
    await check(async () => create());
    const ownFaults = [faults[name] ?? []].flat();
    const first = ownFaults.map((one) => firstBroken(contract, () => fault.mistaken(one, create())));
    expect(new Set(await Promise.all(first))).toEqual(new Set([name]));
  });

  it('each fault has a law', () => {
    expect(Object.keys(faults).toSorted()).toEqual(contract.map(({ name }) => name).toSorted());
  });
};

const petFaults = { ...petFieldFaults, ...petIdFaults, ...petListFaults, ...petIdempotencyFaults, ...petWriteFaults };

describe('a PetRepository', () => describeContract(kit.petRepositoryContract, petFaults, correct.createPets));
describe('an ApiKeyRepository', () =>
  describeContract(kit.apiKeyRepositoryContract, apiKeyFaults, correct.createApiKeys));
describe('a PetMaintenance', () =>
  describeContract(kit.petMaintenanceContract, petMaintenanceFaults, correct.createPetMaintenance));
describe('a durable PetRepository', () =>
  describeContract(kit.durablePetRepositoryContract, durablePetFaults, correct.createDurablePets));
describe('a durable ApiKeyRepository', () =>
  describeContract(kit.durableApiKeyRepositoryContract, durableApiKeyFaults, correct.createDurableApiKeys));
describe('a store on a server', () => describeContract(kit.crashContract, crashFaults, correct.createServer));

const { createData } = correct;

/** Every operation of a port, including one that is new, needs laws that notice what is wrong with it. */
const describeOperations = <R extends object, Breaks>(
  of: string,
  correctOn: (data: correct.Data) => R,
  breaksOf: (name: string) => readonly (readonly [what: string, breaks: Breaks])[],
  first: (breaks: Breaks) => Promise<string>,
) =>
  describe.each(Object.keys(correctOn(createData())))(`a law of ${of} detects that %s`, (name) => {
    it.each(breaksOf(name))('%s', async (_, breaks) => {
      expect(await first(breaks)).not.toBe('none');
    });
  });

const breaksOf =
  (withoutResult: readonly string[]) =>
  (name: string): readonly (readonly [string, fault.AnyFault])[] => [
    ['runs when it is made', fault.eager(name)],
    ['runs when it is first run, and never again', fault.memoised(name)],
    // Without input all runs at once may have one outcome.
    ...(name === 'list' ? [] : [['gives all runs at once the outcome of the first', fault.coalesced(name)] as const]),
    ...(withoutResult.includes(name) ? [] : [['returns an object that is kept', fault.keeping(name)] as const]),
  ];

describeOperations('animals', petsOn, breaksOf([]), (breaks) =>
  firstBroken(kit.petRepositoryContract, () => {
    const { pets, ...fixture } = correct.createPets();
    return { ...fixture, pets: breaks(pets) };
  }),
);
describeOperations('API keys', apiKeysOn, breaksOf(['add', 'recordUse']), (breaks) =>
  firstBroken(kit.apiKeyRepositoryContract, () => breaks(correct.createApiKeys())),
);

const throwingDuringOutage = (only: string): fault.AnyFault =>
  fault.changing((operation) => {
    return (...input) =>
      async () => {
        const outcome = await operation(...input)();
        if (E.isLeft(outcome) && outcome.left._tag === 'RepositoryUnavailable') throw new Error('out of reach');
        return outcome;
      };
  }, only);

const durableBreaksOf =
  <R extends object>(correctOn: (data: correct.Data) => R) =>
  (name: string): readonly (readonly [string, correct.Adapter<R>])[] => [
    ['throws during an outage', throwingDuringOutage(name)],
    [
      'works on a copy of the data in the memory of its handle',
      (repository, through) => ({ ...repository, [name]: through(correctOn(createData()))[name as keyof R] }),
    ],
  ];

describeOperations('durable animals', petsOn, durableBreaksOf(petsOn), (adapter) =>
  firstBroken(kit.durablePetRepositoryContract, () => correct.createDurablePets(adapter)),
);
describeOperations('durable API keys', apiKeysOn, durableBreaksOf(apiKeysOn), (adapter) =>
  firstBroken(kit.durableApiKeyRepositoryContract, () => correct.createDurableApiKeys(adapter)),
);
