import { isReadable, type StoredApiKey } from '@animal-store/access';
import { option as O, taskEither as TE } from 'fp-ts';
import { createForgetting, createServer } from '../correct-fixtures.ts';
import { seed } from '../fault.ts';
import { noData } from '../store.ts';

const stored = 'after a crash of the server every acknowledged animal, record of a creation and API key is stored';
const settled =
  'when the server crashes while animals are added each acknowledged one is stored once, and new ids are greater';

export const crashFaults = seed('a store on a server', {
  'nothing is logged, as in an unlogged table': [
    () => createServer((draft) => void Object.assign(draft, noData)),
    stored,
    settled,
  ],
  'the latest writes are acknowledged before they are logged': [
    () =>
      createServer((draft) => {
        draft.pets = draft.pets.slice(0, -3);
      }),
    stored,
    settled,
  ],
  'records of creations are not logged': [
    () =>
      createServer((draft) => {
        draft.records = new Map();
      }),
    stored,
    settled,
  ],
  'API keys are not logged': [
    () =>
      createServer((draft) => {
        draft.apiKeys = [];
      }),
    stored,
  ],
  'the last id is not logged': [
    () =>
      createServer((draft) => {
        draft.lastId = 0n;
      }),
    settled,
  ],
});

const listed = 'an unreadable API key is listed and found as such, and hides no other';
const byDigest = 'findByDigest throws for an unreadable API key, and finds the others';
const revoked = 'an unreadable API key is revoked like any other';

const readable = (keys: readonly StoredApiKey[]): readonly StoredApiKey[] => keys.filter(isReadable);

export const unreadableApiKeyFaults = seed('unreadable API keys', {
  'unreadable keys are left out of the list': [
    ({ apiKeys }) => ({ apiKeys: { ...apiKeys, list: () => TE.map(readable)(apiKeys.list()) } }),
    listed,
  ],
  'one unreadable key makes the list fail': [
    ({ apiKeys }) => ({ apiKeys: { ...apiKeys, list: () => () => Promise.reject(new Error('label is empty')) } }),
    listed,
  ],
  'an unreadable key is not found': [
    ({ apiKeys }) => ({ apiKeys: { ...apiKeys, find: (id) => TE.map(O.filter(isReadable))(apiKeys.find(id)) } }),
    listed,
    revoked,
  ],
  'an unreadable key is taken for an unknown one': [
    ({ apiKeys, spoil }) => ({ apiKeys: { ...apiKeys, findByDigest: () => TE.right(O.none) }, spoil }),
    byDigest,
  ],
  'an unreadable key cannot be revoked': [
    ({ apiKeys }) => ({ apiKeys: { ...apiKeys, revoke: (id) => apiKeys.find(id) } }),
    revoked,
  ],
});

export const recordLifetimeFaults = seed('a store with a lifetime of records', {
  'records are removed after half of their lifetime': [
    () => createForgetting(12),
    'a record of a creation holds for its whole lifetime',
  ],
  'records are never removed': [
    () => createForgetting(Number.POSITIVE_INFINITY),
    'a record of a creation is removed after its lifetime',
  ],
});

const mustExist = 'a store that must exist is refused if it does not, and is not made';

export const mustExistFaults = seed('a store that must exist', {
  'a store that must exist is made': [() => ({ openExisting: async () => 'opened' }), mustExist],
  'a refused opening makes the store': [
    ({ openExisting, make }) => ({
      openExisting: async () => {
        const outcome = await openExisting();
        await make();
        return outcome;
      },
    }),
    mustExist,
  ],
});
