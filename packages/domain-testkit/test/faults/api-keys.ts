import { type ApiKey, type ApiKeyRepository, apiKeyTaken, type Instant, type StoredApiKey } from '@animal-store/access';
import { option as O, taskEither as TE } from 'fp-ts';
import { apiKey, apiKeyDigest, apiKeyId, instant } from '../../src/samples.ts';
import { coalesced, eager, type Fault, type Faults, memoised, returning } from '../fault.ts';

const writing =
  (change: (key: ApiKey) => { readonly [Field in keyof ApiKey]?: unknown }): Fault<ApiKeyRepository> =>
  (apiKeys) => ({ add: (key) => apiKeys.add(apiKey(0, { ...key, ...change(key) })) });

const inSeconds = writing(({ created }) => ({ created: Math.floor(created / 1000) * 1000 }));

const listing =
  (change: (keys: readonly StoredApiKey[]) => readonly StoredApiKey[]): Fault<ApiKeyRepository> =>
  (apiKeys) => ({ list: () => TE.map(change)(apiKeys.list()) });

const withoutEnds = ({ id, label, digest, created }: ApiKey) => ({ id, label, digest, created });

const whateverComes = (task: TE.TaskEither<unknown, void>): TE.TaskEither<never, void> =>
  TE.fromTask(() => task().then(() => {}));

/** Reports a key that was refused as added. */
export const ignoringConflicts: Fault<ApiKeyRepository> = (apiKeys) => ({
  add: (key) => whateverComes(apiKeys.add(key)),
});

/** Keeps the given objects, and returns for a stored key what `read` makes of the given one. */
const keepingGiven =
  (read: (given: ApiKey, stored: ApiKey) => object): Fault<ApiKeyRepository> =>
  (apiKeys) => {
    const given = new Map<string, ApiKey>();
    return {
      ...returning((stored: ApiKey) => read(given.get(stored.id) ?? stored, stored))(apiKeys),
      add: (key) => TE.tapIO(apiKeys.add(key), () => () => given.set(key.id, key)),
    };
  };

/** Records the latest call as the last use. */
const lastCallHolds: Fault<ApiKeyRepository> = (apiKeys) => {
  const uses = new Map<string, Instant>();
  return {
    ...returning((key: ApiKey) => (uses.has(key.id) ? { ...key, lastUsed: uses.get(key.id) } : key))(apiKeys),
    recordUse: (id, at) => TE.fromIO(() => void uses.set(id, at)),
  };
};

/** Says that it revoked a key, and does not. */
const notRevoking: Fault<ApiKeyRepository> = (apiKeys) => ({
  revoke: (id, from) =>
    TE.map(O.map((key: StoredApiKey): StoredApiKey => ({ ...key, revoked: from })))(apiKeys.find(id)),
});

/** Changes the object that the find before has returned. */
const changingReturned: Fault<ApiKeyRepository> = (apiKeys) => {
  let before = {};
  return returning((key: ApiKey) => {
    Object.assign(before, { label: 'changed' });
    before = { ...key };
    return before;
  }, 'find')(apiKeys);
};

export const apiKeyFaults: Faults<ApiKeyRepository> = {
  'an empty store lists, finds and revokes no API key': [
    (apiKeys) => ({
      find: (id) => TE.map(O.alt((): O.Option<StoredApiKey> => O.some(apiKey(0, { id }))))(apiKeys.find(id)),
    }),
    listing((keys) => (keys.length === 0 ? [apiKey(0)] : keys)),
  ],
  'find, findByDigest and list return an API key with every field as it was': [
    returning(withoutEnds, 'find'),
    returning(withoutEnds, 'findByDigest'),
    returning(withoutEnds, 'list'),
  ],
  'an API key without expires and revoked has neither afterwards, not even empty ones': [
    returning((key: ApiKey) => ({ ...key, expires: key.expires ?? null })),
    returning((key: ApiKey) => ({ ...key, revoked: key.revoked })),
  ],
  'the instants of an API key are kept to the millisecond over their whole range': [
    inSeconds,
    (apiKeys) => ({ add: ({ expires, ...key }) => apiKeys.add(expires ? { ...key, expires } : key) }),
  ],
  'the label of an API key is kept exactly, whatever its characters mean': writing(({ label }) => ({
    label: label.normalize('NFC'),
  })),
  'keys that no API key has are not kept': keepingGiven((given, stored) => ({ ...given, ...stored })),
  'API keys are listed in order of creation, then of id, however they were added': listing((keys) => keys.toReversed()),
  'an id or a digest that differs in one character finds no API key': [
    (apiKeys) => ({ find: (id) => apiKeys.find(apiKeyId(`${id.slice(0, 7)}b`)) }),
    (apiKeys) => ({ findByDigest: (it) => apiKeys.findByDigest(apiKeyDigest(`${'0'.repeat(56)}${it.slice(-8)}`)) }),
  ],
  'any API keys are kept as they were, whatever their fields': inSeconds,
  'an API key with the id of another is refused and changes nothing': [
    ignoringConflicts,
    (apiKeys) => ({ add: (key) => TE.tapError(apiKeys.add(key), () => apiKeys.revoke(key.id, instant(1))) }),
  ],
  'an API key with the digest of another is refused and changes nothing': ignoringConflicts,
  'an API key with the id and digest of a revoked one is refused and does not bring it back': ignoringConflicts,
  'a refused API key leaves neither its id nor its digest behind': (apiKeys) => {
    const left = new Set<string>();
    return {
      add: (key) =>
        left.has(key.digest)
          ? TE.left(apiKeyTaken)
          : TE.tapError(apiKeys.add(key), () => TE.fromIO(() => left.add(key.digest))),
    };
  },
  'the earliest revocation of an API key holds, and every reader sees it': notRevoking,
  'the revocation that an API key was added with counts like any other': notRevoking,
  'a revocation holds at every edge of the range of instants': [
    (apiKeys) => ({ revoke: (id, from) => (from === 0 ? apiKeys.find(id) : apiKeys.revoke(id, from)) }),
    (apiKeys) => ({ revoke: (id, from) => apiKeys.revoke(id, instant(Math.max(from, 0))) }),
  ],
  'a revocation changes no other API key': (apiKeys) => ({
    revoke: (id, from) => TE.chain(() => apiKeys.revoke(id, from))(apiKeys.revoke(apiKey(0).id, from)),
  }),
  'a revocation of an unknown id returns none and adds nothing': (apiKeys) => ({
    revoke: (id, from) => TE.tap(apiKeys.revoke(id, from), () => whateverComes(apiKeys.add(apiKey(200, { id })))),
  }),
  'a use of an API key is kept, and every reader sees it': () => ({ recordUse: () => TE.right(undefined) }),
  'only the latest use of an API key is kept, at every edge of the range of instants': lastCallHolds,
  'a use changes no other API key, and adds none when its id is unknown': [
    (apiKeys) => ({
      recordUse: (id, at) => TE.chain(() => apiKeys.recordUse(id, at))(apiKeys.recordUse(apiKey(1).id, at)),
    }),
    (apiKeys) => ({
      recordUse: (id, at) => TE.tap(apiKeys.recordUse(id, at), () => whateverComes(apiKeys.add(apiKey(200, { id })))),
    }),
  ],
  'a use does nothing before it is run, and is recorded each time it is run': [
    eager('recordUse'),
    memoised('recordUse'),
  ],
  'of 50 API keys added at once with one id exactly one is kept': ignoringConflicts,
  'of 50 API keys added at once with one digest exactly one is kept': ignoringConflicts,
  'of uses and finds at once of 50 API keys each is of its own': [coalesced('recordUse'), coalesced('find')],
  'of 50 revocations at once the earliest holds': coalesced('revoke'),
  'one add of an API key run twice is refused the second time': [eager('add'), memoised('add')],
  'one revocation run before and after the API key is added revokes it the second time': [
    eager('revoke'),
    memoised('revoke'),
  ],
  'a list of API keys reads when it is run, and each time anew': [eager('list'), memoised('list')],
  'find and findByDigest read an API key when they are run, and each time anew': [
    memoised('find'),
    memoised('findByDigest'),
  ],
  'any sequence of operations on API keys returns what a plain model returns': [
    ignoringConflicts,
    (apiKeys) => ({ find: () => apiKeys.find(apiKeyId('zzzzzzzz')) }),
    () => ({ findByDigest: () => TE.right(O.none) }),
  ],
  'nothing that an operation on API keys was given or has returned is shared with the store': [
    keepingGiven((given) => ({ ...given })),
    changingReturned,
    (apiKeys) => ({ add: (key) => TE.tapIO(apiKeys.add(key), () => () => Object.assign(key, { _id: key.id })) }),
  ],
};
