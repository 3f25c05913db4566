import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { either as E } from 'fp-ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  apiKeyRepositoryContract,
  crashContract,
  durableApiKeyRepositoryContract,
  durablePetRepositoryContract,
  type Law,
  mustExistContract,
  type PetRepositoryFixture,
  petMaintenanceContract,
  petRepositoryContract,
  recordLifetimeContract,
  unreadableApiKeyContract,
} from '../src/index.ts';
import { apiKeysModel } from '../src/laws/api-keys-model.ts';
import { petsModel, petsOn } from '../src/laws/pet-operations.ts';
import { petsAtOnce } from '../src/laws/pets-at-once.ts';
import {
  type Adapter,
  createApiKeys,
  createDurableApiKeys,
  createDurablePets,
  createForgetting,
  createPetMaintenance,
  createPets,
  createPlace,
  createServer,
  createSpoilableApiKeys,
} from './correct-fixtures.ts';
import { apiKeysOn, createData, type Data } from './correct-repositories.ts';
import { type AnyFault, changing, coalesced, eager, type Faults, keeping, memoised, mistaken } from './fault.ts';
import { apiKeyFaults } from './faults/api-keys.ts';
import { durableApiKeyFaults } from './faults/durable-api-keys.ts';
import { durablePetFaults } from './faults/durable-pets.ts';
import {
  crashFaults,
  mustExistFaults,
  petMaintenanceFaults,
  recordLifetimeFaults,
  unreadableApiKeyFaults,
} from './faults/special-stores.ts';

// With random sequences a fault would be missed now and then.
beforeAll(() => void fc.configureGlobal({ seed: 1 }));
afterAll(() => void fc.resetConfigureGlobal());

const outcome = async <R>({ name, check }: Law<R>, fresh: () => R): Promise<string> => {
  try {
    await check(async () => fresh());
    return 'holds';
  } catch (failure) {
    const text = failure instanceof Error ? failure.message : '';
    // A fault that cannot even make its wrong value would be caught by any law.
    if (text.includes('the kit made a value')) return text;
    return text.startsWith(`The law "${name}" is broken: `) ? 'is broken' : `fails without its name: ${text}`;
  }
};

const names: string[] = [];

const describeContract = <R>(title: string, contract: readonly Law<R>[], faults: Faults<R>, correct: () => R) =>
  describe(title, () => {
    names.push(...contract.map(({ name }) => name));

    for (const law of contract)
      it(law.name, async () => {
        await law.check(async () => correct());
        const ownFaults = [faults[law.name] ?? []].flat();
        const outcomes = ownFaults.map((fault) => outcome(law, () => mistaken(fault, correct())));
        expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['is broken']));
      });

    it('each fault has a law', () => {
      expect(Object.keys(faults).toSorted()).toEqual(contract.map(({ name }) => name).toSorted());
    });
  });

const folder = new URL('faults/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.startsWith('pet-'));
const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href)));
const tables = modules.flatMap((exported) =>
  Object.entries<Faults<PetRepositoryFixture>>(exported).flatMap(([name, table]) =>
    name.endsWith('Faults') ? [table] : [],
  ),
);
const petFaults: Faults<PetRepositoryFixture> = Object.assign({}, ...tables);

describeContract('a PetRepository', petRepositoryContract, petFaults, createPets);
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
describeContract('unreadable API keys', unreadableApiKeyContract, unreadableApiKeyFaults, createSpoilableApiKeys);
describeContract('a lifetime of records', recordLifetimeContract, recordLifetimeFaults, createForgetting);
describeContract('a store that must exist', mustExistContract, mustExistFaults, createPlace);

/** Whether a law of the contract detects the fault. The last laws detect most. */
const isDetected = async <R>(contract: readonly Law<R>[], faulty: () => R): Promise<boolean> => {
  for (const law of contract.toReversed()) if ((await outcome(law, faulty)) === 'is broken') return true;
  return false;
};

const missing = (only: string): AnyFault =>
  changing(
    () => () => async () => {
      throw new Error('this operation does nothing');
    },
    only,
  );

const throwing = (only: string): AnyFault =>
  changing(
    (operation) =>
      (...input) =>
      async () => {
        const result = await operation(...input)();
        if (E.isLeft(result) && result.left._tag === 'RepositoryUnavailable') throw new Error('out of reach');
        return result;
      },
    only,
  );

/** Every operation of a port, including one that is new, needs laws that notice what is wrong with it. */
const describeOperations = <R>(
  title: string,
  contract: readonly Law<R>[],
  // They run every operation, and are too long to say what a new one promises.
  ofAllOperations: readonly Law<never>[],
  operations: object,
  broken: (breaks: AnyFault) => R,
) =>
  describe.each(Object.entries(operations))(`%s of ${title} breaks a law`, (name, operation) => {
    it.each([
      ['does nothing', missing],
      ['runs when it is made', eager],
      ['runs when it is first run, and never again', memoised],
    ])('if it %s', async (_, breaks) => {
      const own = contract.filter((law) => !ofAllOperations.some((one) => one.name === law.name));
      expect(await isDetected(own, () => broken(breaks(name)))).toBe(true);
    });

    it('if it returns an object that is kept', async () => {
      const onKept = vi.fn();
      const detected = await isDetected(contract, () => broken(keeping(name, onKept)));
      expect(detected).toBe(onKept.mock.calls.length > 0);
    });

    // Without input all runs at once may have one outcome.
    if (operation.length > 0)
      it('if it gives all runs at once the outcome of the first', async () => {
        expect(await isDetected(contract, () => broken(coalesced(name)))).toBe(true);
      });
  });

describeOperations(
  'a PetRepository',
  petRepositoryContract,
  [...petsModel, ...petsAtOnce],
  petsOn(createData()),
  (breaks) => {
    const { pets, ...fixture } = createPets();
    return { ...fixture, pets: breaks(pets) };
  },
);
describeOperations('an ApiKeyRepository', apiKeyRepositoryContract, apiKeysModel, apiKeysOn(createData()), (breaks) =>
  breaks(createApiKeys()),
);

const describeDurableOperations = <R extends object, F>(
  title: string,
  contract: readonly Law<F>[],
  correct: (data: Data) => R,
  create: (adapter: Adapter<R>) => F,
) =>
  describe.each(Object.keys(correct(createData())))(`%s of ${title} breaks a law`, (name) => {
    it('if it throws during an outage', async () => {
      expect(await isDetected(contract, () => create(throwing(name)))).toBe(true);
    });

    it('if it works on a copy of the data in the memory of its handle', async () => {
      const adapter: Adapter<R> = (repository, through) => {
        const inMemory = through(correct(createData()));
        return { ...repository, [name]: inMemory[name as keyof R] };
      };
      expect(await isDetected(contract, () => create(adapter))).toBe(true);
    });
  });

describeDurableOperations('a durable PetRepository', durablePetRepositoryContract, petsOn, createDurablePets);
describeDurableOperations(
  'a durable ApiKeyRepository',
  durableApiKeyRepositoryContract,
  apiKeysOn,
  createDurableApiKeys,
);

it('each law has a name of its own', () => {
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
