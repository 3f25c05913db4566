import assert from 'node:assert/strict';
import type { ApiKeyRepository } from '@animal-store/access';
import {
  isImportablePetId,
  newPetEq,
  type PetRepository,
  petIdOutOfRange,
  petIdTaken,
  repositoryUnavailable,
} from '@animal-store/domain';
import { either as E } from 'fp-ts';
import type {
  CrashFixture,
  DurableFixture,
  DurablePetRepositoryFixture,
  Failure,
  PetMaintenanceFixture,
  PetRepositoryFixture,
} from '../src/index.ts';
import { byId } from '../src/laws/pet-steps.ts';
import { type ApiKeyData, apiKeysOn } from '../src/laws/plain-api-keys.ts';
import { createPetData, type PetData, petsOn } from '../src/laws/plain-pets.ts';
import { type AnyFault, changing, pause } from './fault.ts';

/** Everything that outlives a handle. */
export interface Data extends PetData, ApiKeyData {}

export const createData = (): Data => ({ ...createPetData(), apiKeys: [] });

type Condition = 'works' | 'requests are lost' | 'replies are lost';

/** How a handle reaches a repository: a request and a reply take a moment, in which more is done, and may be lost. */
const connect = () => {
  let condition: Condition = 'works';
  const lost = () => E.left(repositoryUnavailable(condition));
  const through = changing((task) => async () => {
    await pause();
    if (condition === 'requests are lost') return lost();
    const outcome = await task();
    await pause();
    return condition === 'works' ? outcome : lost();
  });
  // A signal takes a moment as well.
  const become = (next: Condition) => () =>
    pause().then(() => {
      condition = next;
    });
  return { through, become, cut: become('requests are lost') };
};

/** The handles and processes that are open. */
export const opened: Set<object> = new Set<object>();

/** Ends a handle or a process. It fails when it is called again, as the `close` of some drivers does. */
const ending = (end: () => Promise<void>): (() => Promise<void>) => {
  opened.add(end);
  return async () => {
    assert.ok(opened.delete(end), 'it has ended already');
    await end();
  };
};

const changesOf = (data: Data): Pick<PetRepositoryFixture, 'replace' | 'remove'> => ({
  replace: async (pet) => {
    data.pets = data.pets.map((one) => (one.id === pet.id ? Object.freeze(pet) : one));
  },
  remove: async (id) => {
    data.pets = data.pets.filter((one) => one.id !== id);
  },
});

export const createPets = (pets: (data: Data) => PetRepository = petsOn): PetRepositoryFixture => {
  const data = createData();
  return { pets: connect().through(pets(data)), ...changesOf(data) };
};

export const createApiKeys = (): ApiKeyRepository => connect().through(apiKeysOn(createData()));

/** What an adapter does with the repository that a handle reaches through its connection. */
export type Adapter<R> = (repository: R, through: AnyFault) => R;

/** A durable store. All handles and processes reach one repository, each through a connection of its own. */
const createStore = <R extends object>(
  shared: R,
  adapter: Adapter<R> = (repository) => repository,
  adapterOfProcess = adapter,
): DurableFixture<R> => {
  const reach = (used: Adapter<R>) => {
    const { through, ...connection } = connect();
    return { ...connection, repository: used(through(shared), through) };
  };
  const failing = (name: 'requests are lost' | 'replies are lost'): Failure<R> => ({
    name,
    recoversWithinMS: 0,
    // What is done is not shown, and so it may be lost.
    losesCommits: true,
    open: async () => {
      const { repository, become, cut } = reach(adapter);
      return { repository, close: ending(cut), begin: become(name), end: become('works') };
    },
  });
  return {
    open: async () => {
      const { repository, cut } = reach(adapter);
      return { repository, close: ending(cut) };
    },
    startProcess: async () => {
      const { repository, cut } = reach(adapterOfProcess);
      return { repository, kill: ending(cut) };
    },
    failedCommits: [failing('requests are lost'), failing('replies are lost')],
    outages: [failing('requests are lost')],
  };
};

export const createDurablePets = (
  adapter?: Adapter<PetRepository>,
  adapterOfProcess?: Adapter<PetRepository>,
  data = createData(),
): DurablePetRepositoryFixture => ({ ...createStore(petsOn(data), adapter, adapterOfProcess), ...changesOf(data) });

export const createDurableApiKeys = (
  adapter?: Adapter<ApiKeyRepository>,
  adapterOfProcess?: Adapter<ApiKeyRepository>,
): DurableFixture<ApiKeyRepository> => createStore(apiKeysOn(createData()), adapter, adapterOfProcess);

export const createServer = (onCrash: (data: Data) => void = () => {}, data = createData()): CrashFixture => {
  const cuts: (() => Promise<void>)[] = [];
  return {
    recoversWithinMS: 0,
    crash: async () => {
      await Promise.all(cuts.splice(0).map((cut) => cut()));
      onCrash(data);
    },
    open: async () => {
      const { through, cut } = connect();
      cuts.push(cut);
      return { repository: { pets: through(petsOn(data)), apiKeys: through(apiKeysOn(data)) }, close: ending(cut) };
    },
  };
};

export const createPetMaintenance = (
  raise = (data: Data, id: bigint): void => {
    if (id > data.lastId) data.lastId = id;
  },
): PetMaintenanceFixture => {
  const data = createData();
  return {
    maintenance: {
      insertWithId: (pet) => async () => {
        if (!isImportablePetId(pet.id)) return E.left(petIdOutOfRange);
        const found = data.pets.find(({ id }) => id === pet.id);
        if (found !== undefined) return newPetEq.equals(found, pet) ? E.right('present') : E.left(petIdTaken);
        raise(data, pet.id);
        data.pets = byId([...data.pets, pet]);
        return E.right('inserted');
      },
      raiseLastId: (id) => async () => (isImportablePetId(id) ? E.right(raise(data, id)) : E.left(petIdOutOfRange)),
      lastId: () => async () => E.right(data.lastId),
    },
    openPets: async () => petsOn(data),
  };
};
