import fc from 'fast-check';
import { either as E } from 'fp-ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  apiKeyRepositoryContract,
  crashContract,
  durableApiKeyRepositoryContract,
  durablePetRepositoryContract,
  type Law,
  petMaintenanceContract,
  petRepositoryContract,
} from '../src/index.ts';
import { apiKeysOn } from '../src/laws/plain-api-keys.ts';
import { petsOn } from '../src/laws/plain-pets.ts';
import {
  type Adapter,
  createApiKeys,
  createData,
  createDurableApiKeys,
  createDurablePets,
  createPetMaintenance,
  createPets,
  createServer,
  type Data,
} from './correct-fixtures.ts';
import {
  type AnyFault,
  changing,
  coalesced,
  eager,
  type Faults,
  firstFailure,
  keeping,
  memoised,
  mistaken,
} from './fault.ts';
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
const firstBroken = async <R>(contract: readonly Law<R>[], fresh: () => R): Promise<string> => {
  const message = await firstFailure(contract, fresh);
  return message.includes('This is no ') ? message : (/^The law "(.+?)" is broken: /.exec(message)?.[1] ?? message);
};

/** Each law is needed: it is the first that detects each fault of its row, and there is no other row. */
const describeContract = <R>(title: string, contract: readonly Law<R>[], faults: Faults<R>, correct: () => R) =>
  describe(title, () => {
    it.each(contract)('$name', async ({ name, check }) => {
      await check(async () => correct());
      const ownFaults = [faults[name] ?? []].flat();
      const first = ownFaults.map((fault) => firstBroken(contract, () => mistaken(fault, correct())));
      expect(new Set(await Promise.all(first))).toEqual(new Set([name]));
    });

    it('each fault has a law', () => {
      expect(Object.keys(faults).toSorted()).toEqual(contract.map(({ name }) => name).toSorted());
    });
  });

describeContract(
  'a PetRepository',
  petRepositoryContract,
  { ...petFieldFaults, ...petIdFaults, ...petListFaults, ...petIdempotencyFaults, ...petWriteFaults },
  createPets,
);
describeContract('a PetMaintenance', petMaintenanceContract, petMaintenanceFaults, createPetMaintenance);
describeContract('an ApiKeyRepository', apiKeyRepositoryContract, apiKeyFaults, createApiKeys);
describeContract('a durable PetRepository', durablePetRepositoryContract, durablePetFaults, createDurablePets);
describeContract(
  'a durable ApiKeyRepository',
  durableApiKeyRepositoryContract,
  durableApiKeyFaults,
  createDurableApiKeys,
);
describeContract('a store on a server', crashContract, crashFaults, createServer);

const throwing = (only: string, isMeant: (tag: string) => boolean): AnyFault =>
  changing(
    (operation) =>
      (...input) =>
      async () => {
        const result = await operation(...input)();
        if (isMeant(E.isLeft(result) ? result.left._tag : 'success')) throw new Error('out of reach');
        return result;
      },
    only,
  );

const createBrokenPets = (breaks: AnyFault) => {
  const { pets, ...fixture } = createPets();
  return { ...fixture, pets: breaks(pets) };
};

/** Every operation of a port, including one that is new, needs laws that notice what is wrong with it. */
describe.each([
  ...Object.keys(petsOn(createData())).map((name) => ({
    name,
    first: (breaks: AnyFault) => firstBroken(petRepositoryContract, () => createBrokenPets(breaks)),
  })),
  ...Object.keys(apiKeysOn(createData())).map((name) => ({
    name,
    first: (breaks: AnyFault) => firstBroken(apiKeyRepositoryContract, () => breaks(createApiKeys())),
  })),
])('a law detects that $name', ({ name, first }) => {
  it.each<readonly [string, AnyFault]>([
    ['throws', throwing(name, () => true)],
    ['runs when it is made', eager(name)],
    ['runs when it is first run, and never again', memoised(name)],
    // Without input all runs at once may have one outcome.
    ...(name === 'list' ? [] : [['gives all runs at once the outcome of the first', coalesced(name)] as const]),
  ])('%s', async (_, breaks) => {
    expect(await first(breaks)).not.toBe('none');
  });

  it('returns an object that is kept', async () => {
    const onKept = vi.fn();
    const law = await first(keeping(name, onKept));
    expect(law !== 'none').toBe(onKept.mock.calls.length > 0);
  });
});

const describeDurableOperations = <R extends object, F>(
  contract: readonly Law<F>[],
  correct: (data: Data) => R,
  create: (adapter: Adapter<R>) => F,
) =>
  describe.each(Object.keys(correct(createData())))('a law of durable stores detects that %s', (name) => {
    it.each<readonly [string, Adapter<R>]>([
      ['throws during an outage', throwing(name, (tag) => tag === 'RepositoryUnavailable')],
      [
        'works on a copy of the data in the memory of its handle',
        (repository, through) => ({ ...repository, [name]: through(correct(createData()))[name as keyof R] }),
      ],
    ])('%s', async (_, adapter) => {
      expect(await firstBroken(contract, () => create(adapter))).not.toBe('none');
    });
  });

describeDurableOperations(durablePetRepositoryContract, petsOn, createDurablePets);
describeDurableOperations(durableApiKeyRepositoryContract, apiKeysOn, createDurableApiKeys);
