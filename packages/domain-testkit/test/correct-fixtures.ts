import { type ApiKey, type ApiKeyRepository, isReadable, type StoredApiKey } from '@animal-store/access';
import { isKeptPetId, newPetEq, type PetRepository, petIdOutOfRange, petIdTaken } from '@animal-store/domain';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import type {
  CrashFixture,
  DurableFixture,
  DurablePetRepositoryFixture,
  Failure,
  MustExistFixture,
  PetMaintenanceFixture,
  PetRepositoryFixture,
  RecordLifetimeFixture,
  UnreadableApiKeyFixture,
} from '../src/index.ts';
import { byId } from '../src/laws/pet-creations.ts';
import { petsOn, recordKey } from '../src/laws/pet-operations.ts';
import { type Connection, connect } from './connection.ts';
import { apiKeysOn, createData, type Data } from './correct-repositories.ts';
import { returning } from './fault.ts';

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
export type Adapter<R> = (repository: R, through: Connection['through']) => R;

/** A durable store. All handles and processes reach one repository, each through a connection of its own. */
export const createStore = <R extends object>(shared: R, adapter: Adapter<R>): DurableFixture<R> => {
  const open = async () => {
    const { through, become } = connect();
    const cut = become('requests are lost');
    return { repository: adapter(through(shared), through), become, close: cut, kill: cut };
  };
  const failing = (name: 'requests are lost' | 'replies are lost'): Failure<R> => ({
    name,
    recoversWithinMS: 0,
    open: async () => {
      const { become, ...handle } = await open();
      return { ...handle, begin: become(name), end: become('works') };
    },
  });
  return {
    open,
    startProcess: open,
    failedCommits: [failing('requests are lost'), failing('replies are lost')],
    outages: [failing('requests are lost')],
  };
};

export const createDurablePets = (
  adapter: Adapter<PetRepository> = (pets) => pets,
  pets: (data: Data) => PetRepository = petsOn,
): DurablePetRepositoryFixture => {
  const data = createData();
  return { ...createStore(pets(data), adapter), ...changesOf(data) };
};

export const createDurableApiKeys = (
  adapter: Adapter<ApiKeyRepository> = (apiKeys) => apiKeys,
): DurableFixture<ApiKeyRepository> => createStore(apiKeysOn(createData()), adapter);

export const createServer = (onCrash: (data: Data) => void = () => {}): CrashFixture => {
  const data = createData();
  const cuts: (() => Promise<void>)[] = [];
  return {
    recoversWithinMS: 0,
    crash: async () => {
      await Promise.all(cuts.splice(0).map((cut) => cut()));
      onCrash(data);
    },
    open: async () => {
      const { through, become } = connect();
      cuts.push(become('requests are lost'));
      const repository = { pets: through(petsOn(data)), apiKeys: through(apiKeysOn(data)) };
      return { repository, close: async () => {} };
    },
  };
};

export const createPetMaintenance = (): PetMaintenanceFixture => {
  const data = createData();
  const raiseTo = (id: bigint): void => {
    if (id > data.lastId) data.lastId = id;
  };
  return {
    maintenance: {
      insertWithId: (pet) => async () => {
        if (!isKeptPetId(pet.id)) return E.left(petIdOutOfRange);
        const found = data.pets.find(({ id }) => id === pet.id);
        if (found !== undefined) return newPetEq.equals(found, pet) ? E.right('present') : E.left(petIdTaken);
        raiseTo(pet.id);
        data.pets = byId([...data.pets, pet]);
        return E.right('inserted');
      },
      raiseLastId: (id) => async () => (isKeptPetId(id) ? E.right(raiseTo(id)) : E.left(petIdOutOfRange)),
      lastId: () => async () => E.right(data.lastId),
    },
    openPets: async () => petsOn(data),
  };
};

export const createSpoilableApiKeys = (): UnreadableApiKeyFixture => {
  const spoiled = new Set<string>();
  const apiKeys = returning((key: StoredApiKey): StoredApiKey => {
    if (!spoiled.has(key.id)) return key;
    const revoked = key.revoked === undefined ? {} : { revoked: key.revoked };
    return { _tag: 'UnreadableApiKey', id: key.id, reason: 'label must not be empty', ...revoked };
  })(createApiKeys());
  return {
    spoil: async (id) => void spoiled.add(id),
    apiKeys: {
      ...apiKeys,
      findByDigest: (digest) =>
        TE.map((found: O.Option<ApiKey>) => {
          if (O.isSome(found) && !isReadable(found.value)) throw new Error('The API key cannot be read');
          return found;
        })(apiKeys.findByDigest(digest)),
    },
  };
};

/** A store that removes the records of creations after some hours. */
export const createForgetting = (lifetimeHours = 24): RecordLifetimeFixture => {
  const data = createData();
  const created = new Map<string, number>();
  let now = 0;
  const pets = petsOn(data);
  return {
    removesWithinMS: 100,
    age: async (hours) => {
      now += hours;
    },
    pets: {
      ...pets,
      add: (given, used) => async () => {
        for (const [key, at] of created) if (now - at >= lifetimeHours && created.delete(key)) data.records.delete(key);
        if (used !== undefined && !created.has(recordKey(used))) created.set(recordKey(used), now);
        return pets.add(given, used)();
      },
    },
  };
};

export const createPlace = (): MustExistFixture => {
  let exists = false;
  return {
    openExisting: async () => (exists ? 'opened' : 'refused'),
    make: async () => {
      exists = true;
    },
  };
};
