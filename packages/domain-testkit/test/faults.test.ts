import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import fc from 'fast-check';
import { either as E } from 'fp-ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { petsModel } from '../src/laws/pet-operations.ts';
import { petsAtOnce } from '../src/laws/pets-at-once.ts';
import { createForgetting, createPlace, createServer, createSpoilableApiKeys } from './correct-fixtures.ts';
import { createPetMaintenance } from './correct-pet-maintenance.ts';
import {
  correctApiKeys,
  correctPets,
  createApiKeys,
  createDurableApiKeys,
  createDurablePets,
  createPets,
} from './correct-repositories.ts';
import {
  changingOne,
  coalesced,
  eager,
  type Fault,
  keeping,
  type Mistaken,
  memoised,
  mistaken,
  type Seeded,
} from './fault.ts';
import { inMemory } from './session-faults.ts';
import { type Build, createSession } from './store.ts';

// With random sequences a fault would be missed now and then.
beforeAll(() => void fc.configureGlobal({ seed: 1 }));
afterAll(() => void fc.resetConfigureGlobal());

const isSeeded = (exported: unknown): exported is Seeded<keyof Mistaken> =>
  typeof exported === 'object' && exported !== null && 'contract' in exported;

/** The faults of a file, which exports nothing else but functions. */
const seededIn = async (file: string): Promise<readonly Seeded<keyof Mistaken>[]> => {
  const exported: readonly unknown[] = Object.values(await import(`./faults/${basename(file, '.ts')}.ts`));
  const seeded = exported.filter(isSeeded);
  if (seeded.length === 0 || !exported.every((one) => typeof one === 'function' || isSeeded(one)))
    throw new Error(`faults/${file} must export faults, each made by seed(), and functions only`);
  return seeded;
};

const allSeeded = (await Promise.all(readdirSync(new URL('faults', import.meta.url)).map(seededIn))).flat();

const faultsOf = <Contract extends keyof Mistaken>(title: Contract): readonly Fault<Mistaken[Contract]>[] => {
  const ofContract: readonly unknown[] = allSeeded.filter(({ contract }) => contract === title);
  return (ofContract as readonly Seeded<Contract>[]).flatMap(({ faults }) => Object.entries(faults));
};

const onPetsAlone: readonly Fault<PetRepositoryFixture>[] = faultsOf('a PetRepository').map(
  ([name, [breaks, ...caughtBy]]) => [name, [({ pets }) => ({ pets: mistaken(breaks, pets) }), ...caughtBy]],
);

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

const describeContract = <R>(
  title: keyof Mistaken,
  contract: readonly Law<R>[],
  faults: readonly Fault<R>[],
  correct: () => R,
) =>
  describe(title, () => {
    it.each(faults)('%s', async (_, [breaks, ...caughtBy]) => {
      const laws = contract.filter((law) => caughtBy.includes(law.name));
      const outcomes = await Promise.all(
        laws.map(async (law) => [law.name, await outcome(law, () => mistaken(breaks, correct()))] as const),
      );
      expect(Object.fromEntries(outcomes)).toEqual(Object.fromEntries(caughtBy.map((law) => [law, 'is broken'])));
    });

    for (const law of contract) it(`none: ${law.name}`, () => law.check(async () => correct()));

    it('each law catches a fault', () => {
      const caught = new Set(faults.flatMap(([, [, ...caughtBy]]) => caughtBy));
      expect(contract.map((law) => law.name).filter((name) => !caught.has(name))).toEqual([]);
    });
  });

describeContract(
  'a PetRepository',
  petRepositoryContract,
  [...onPetsAlone, ...faultsOf('a PetRepository whose animals are removed')],
  createPets,
);
describeContract('a PetMaintenance', petMaintenanceContract, faultsOf('a PetMaintenance'), createPetMaintenance);
describeContract('an ApiKeyRepository', apiKeyRepositoryContract, faultsOf('an ApiKeyRepository'), createApiKeys);
describeContract(
  'a durable PetRepository',
  durablePetRepositoryContract,
  faultsOf('a durable PetRepository'),
  createDurablePets,
);
describeContract(
  'a durable ApiKeyRepository',
  durableApiKeyRepositoryContract,
  faultsOf('a durable ApiKeyRepository'),
  createDurableApiKeys,
);

describeContract('a store on a server', crashContract, faultsOf('a store on a server'), createServer);
describeContract(
  'unreadable API keys',
  unreadableApiKeyContract,
  faultsOf('unreadable API keys'),
  createSpoilableApiKeys,
);
describeContract(
  'a store with a lifetime of records',
  recordLifetimeContract,
  faultsOf('a store with a lifetime of records'),
  createForgetting,
);
describeContract('a store that must exist', mustExistContract, faultsOf('a store that must exist'), createPlace);

/** Whether a law of the contract detects the fault. The last laws detect most. */
const isDetected = async <R>(contract: readonly Law<R>[], faulty: () => R): Promise<boolean> => {
  for (const law of contract.toReversed()) if ((await outcome(law, faulty)) === 'is broken') return true;
  return false;
};

const missing = changingOne(() => () => async () => {
  throw new Error('this operation does nothing');
});

const throwing = changingOne((operation) => (...input) => async () => {
  const result = await operation(...input)();
  if (E.isLeft(result) && result.left._tag === 'RepositoryUnavailable') throw new Error('the store is out of reach');
  return result;
});

type Break = <R extends object>(correct: R) => R;

/** Every operation of a port, including one that is new, needs laws that notice what is wrong with it. */
const describeOperations = <R>(
  title: keyof Mistaken,
  contract: readonly Law<R>[],
  // They run every operation, and are too long to say what a new one promises.
  ofAllOperations: readonly Law<never>[],
  operations: object,
  broken: (breaks: Break) => R,
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
      let isKept = false;
      const onKept = (): void => {
        isKept = true;
      };
      const detected = await isDetected(contract, () => broken(keeping(name, onKept)));
      expect(detected).toBe(isKept);
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
  createPets().pets,
  (breaks) => {
    const { pets, ...fixture } = createPets();
    return { ...fixture, pets: breaks(pets) };
  },
);
describeOperations('an ApiKeyRepository', apiKeyRepositoryContract, apiKeysModel, createApiKeys(), (breaks) =>
  breaks(createApiKeys()),
);

const describeDurableOperations = <R extends object, F>(
  title: keyof Mistaken,
  contract: readonly Law<F>[],
  correct: Build<R>,
  create: (build: Build<R>) => F,
) =>
  describe.each(Object.keys(correct(createSession())))(`%s of ${title} breaks a law`, (name) => {
    it('if it throws during an outage', async () => {
      expect(await isDetected(contract, () => create((session) => throwing(name)(correct(session))))).toBe(true);
    });

    it('if it works on a copy of the data in the memory of its handle', async () => {
      const faulty = () =>
        create((session) => {
          const remembering = correct(inMemory(session));
          return { ...correct(session), [name]: remembering[name as keyof R] };
        });
      expect(await isDetected(contract, faulty)).toBe(true);
    });
  });

describeDurableOperations('a durable PetRepository', durablePetRepositoryContract, correctPets, createDurablePets);
describeDurableOperations(
  'a durable ApiKeyRepository',
  durableApiKeyRepositoryContract,
  correctApiKeys,
  createDurableApiKeys,
);

it('each law has a name of its own', () => {
  const contracts = [
    petRepositoryContract,
    petMaintenanceContract,
    apiKeyRepositoryContract,
    durablePetRepositoryContract,
    durableApiKeyRepositoryContract,
    crashContract,
    unreadableApiKeyContract,
    recordLifetimeContract,
    mustExistContract,
  ];
  const names = contracts.flat().map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
