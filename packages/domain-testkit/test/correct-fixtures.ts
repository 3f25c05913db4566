import { isReadable, type StoredApiKey } from '@animal-store/access';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import type { CrashFixture, MustExistFixture, RecordLifetimeFixture, UnreadableApiKeyFixture } from '../src/index.ts';
import { addPet, correctApiKeys, correctPets, createApiKeys, recordKey } from './correct-repositories.ts';
import { pause } from './fault.ts';
import { attempt, type Change, createSession, type Session } from './store.ts';

/** A store on a server, whose crash may change the data. */
export const createServer = (onCrash: Change<void> = () => {}): CrashFixture => {
  const session = createSession();
  let crashes = 0;
  return {
    recoversWithinMS: 0,
    crash: async () => {
      await pause();
      crashes += 1;
      session.commit(onCrash);
    },
    open: async () => {
      const before = crashes;
      const connected = <A>(run: () => A): A => {
        if (crashes > before) throw new Error('the server has crashed');
        return run();
      };
      const own: Session = {
        read: () => connected(session.read),
        commit: (change) => connected(() => session.commit(change)),
        isOver: () => crashes > before,
      };
      return { repository: { pets: correctPets(own), apiKeys: correctApiKeys(own) }, close: async () => {} };
    },
  };
};

/** API keys that a test can damage. */
export const createSpoilableApiKeys = (): UnreadableApiKeyFixture => {
  const apiKeys = createApiKeys();
  const spoiled = new Set<string>();
  const read = (key: StoredApiKey): StoredApiKey => {
    if (!spoiled.has(key.id)) return key;
    const revoked = key.revoked === undefined ? {} : { revoked: key.revoked };
    return { _tag: 'UnreadableApiKey', id: key.id, reason: 'label must not be empty', ...revoked };
  };
  return {
    spoil: async (id) => void spoiled.add(id),
    apiKeys: {
      ...apiKeys,
      list: () => TE.map((keys: readonly StoredApiKey[]) => keys.map(read))(apiKeys.list()),
      find: (id) => TE.map(O.map(read))(apiKeys.find(id)),
      revoke: (id, from) => TE.map(O.map(read))(apiKeys.revoke(id, from)),
      findByDigest: (digest) => async () => {
        const outcome = await apiKeys.findByDigest(digest)();
        if (E.isRight(outcome) && O.isSome(outcome.right) && !isReadable(read(outcome.right.value)))
          throw new Error('The API key cannot be read');
        return outcome;
      },
    },
  };
};

/** A store that removes the records of creations after some hours. */
export const createForgetting = (lifetimeHours = 24): RecordLifetimeFixture => {
  const session = createSession();
  const created = new Map<string, number>();
  let now = 0;
  return {
    removesWithinMS: 100,
    age: async (hours) => {
      now += hours;
    },
    pets: {
      ...correctPets(session),
      add: (given, used) =>
        attempt(() =>
          session.commit((draft) => {
            const holds = ([key]: readonly [string, unknown]) => now - (created.get(key) ?? 0) < lifetimeHours;
            draft.records = new Map([...draft.records].filter(holds));
            if (used !== undefined && !draft.records.has(recordKey(used))) created.set(recordKey(used), now);
            return addPet(given, used)(draft);
          }),
        ),
    },
  };
};

/** A place in which a store can be made. */
export const createPlace = (): MustExistFixture => {
  let exists = false;
  return {
    openExisting: async () => (exists ? 'opened' : 'refused'),
    make: async () => {
      exists = true;
    },
  };
};
