import { type ApiKey, type ApiKeyRepository, apiKeyTaken, type Instant } from '@animal-store/access';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { apiKeyOperations } from '../../src/laws/durable-api-keys.ts';
import { apiKey, apiKeyDigest, apiKeyId, apiKeysByField, instant } from '../../src/samples/api-keys.ts';
import {
  coalesced,
  eager,
  type Fault,
  type Faults,
  keeping,
  memoised,
  namesOf,
  omit,
  pause,
  returning,
} from '../fault.ts';

const writing =
  (change: (key: ApiKey) => { readonly [Field in keyof ApiKey]?: unknown }): Fault<ApiKeyRepository> =>
  (apiKeys) => ({ add: (key) => apiKeys.add(apiKey(0, { ...key, ...change(key) })) });

const listing =
  (change: (keys: readonly ApiKey[]) => readonly ApiKey[]): Fault<ApiKeyRepository> =>
  (apiKeys) => ({ list: () => TE.map(change)(apiKeys.list()) });

const whateverComes = (task: TE.TaskEither<unknown, void>): TE.TaskEither<never, void> =>
  TE.fromTask(() => task().then(() => {}));

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

/** Changes the object that the find before has returned. */
const changingReturned: Fault<ApiKeyRepository> = (apiKeys) => {
  let before = {};
  return returning((key: ApiKey) => {
    Object.assign(before, { label: 'changed' });
    before = { ...key };
    return before;
  }, 'find')(apiKeys);
};

/** Looks for the id and the digest some time before it adds. */
export const lookingFirst: Fault<ApiKeyRepository> = (apiKeys) => ({
  add: (key) => async () => {
    const found = await Promise.all([apiKeys.find(key.id)(), apiKeys.findByDigest(key.digest)()]);
    if (found.some((one) => E.isRight(one) && O.isSome(one.right))) return E.left(apiKeyTaken);
    await pause();
    return whateverComes(apiKeys.add(key))();
  },
});

/** An id as it is in the order of base32: letters before digits. */
const inBase32 = ({ id }: ApiKey): string => id.replaceAll(/\d/g, '~$&');

/** Revokes a key that was used when another one with its id is refused. */
const revokingUsed: Fault<ApiKeyRepository> = ({ add, find, revoke }) => ({
  add: (key) =>
    TE.tapError(add(key), () =>
      TE.map(O.map(({ lastUsed }: ApiKey) => lastUsed !== undefined && revoke(key.id, key.created)()))(find(key.id)),
    ),
});

export const apiKeyFaults: Faults<ApiKeyRepository> = {
  'find, findByDigest and list return an API key with every field as it was, and with no other': [
    ...apiKeysByField.flatMap(([field, [first]]) => [
      writing(() => ({ [field]: first && Reflect.get(first, field) })),
      ...['find', 'findByDigest', 'list'].map((name) => returning((key: ApiKey) => omit(key, field), name)),
    ]),
    returning((key: ApiKey) => ({ ...key, expires: key.expires ?? null })),
    returning((key: ApiKey) => ({ ...key, revoked: key.revoked })),
    writing(({ created }) => ({ created: Math.floor(created / 1000) * 1000 })),
    keepingGiven((given, stored) => ({ ...given, ...stored })),
    listing((keys) => keys.toReversed()),
    () => ({ findByDigest: () => TE.right(O.none) }),
    (apiKeys) => ({ find: (id) => apiKeys.find(apiKeyId(`${id.slice(0, 7)}b`)) }),
    (apiKeys) => ({ add: (key) => TE.tapIO(apiKeys.add(key), () => () => Object.assign(key, { _id: key.id })) }),
    ({ add }) => ({ add: ({ expires, ...key }) => add(expires ? { ...key, expires } : key) }),
    writing(({ label }) => ({ label: label.normalize('NFC') })),
  ],
  'API keys are listed in order of creation, then of id, however they were added': listing((keys) =>
    keys.toSorted((a, b) => a.created - b.created || (inBase32(a) < inBase32(b) ? -1 : 1)),
  ),
  'an id or a digest that differs in one character finds no API key': [
    ({ find }) => ({ find: (id) => TE.map(O.alt((): O.Option<ApiKey> => O.some(apiKey(0, { id }))))(find(id)) }),
    ({ findByDigest }) => ({
      findByDigest: (it) =>
        TE.chain((found: O.Option<ApiKey>) =>
          O.isSome(found) ? TE.right(found) : findByDigest(apiKeyDigest(`0${it.slice(1)}`)),
        )(findByDigest(it)),
    }),
  ],
  'an API key with the id or the digest of another is refused, and leaves nothing behind': [
    ({ add }) => ({ add: (key) => whateverComes(add(key)) }),
    ({ add, revoke }) => ({ add: (key) => TE.tapError(add(key), () => revoke(key.id, instant(1))) }),
  ],
  'the earliest revocation of an API key holds, over the whole range of instants, and changes no other key': [
    // Says that it revoked a key, and does not.
    ({ find }) => ({
      revoke: (id, from) => TE.map(O.map((key: ApiKey): ApiKey => ({ ...key, revoked: from })))(find(id)),
    }),
    ({ find, revoke }) => ({ revoke: (id, from) => (from === 0 ? find(id) : revoke(id, from)) }),
    ({ revoke }) => ({ revoke: (id, from) => revoke(id, instant(Math.max(from, 0))) }),
    ...apiKeysByField.map(([field]) => returning((key: ApiKey) => omit(key, field), 'revoke')),
    ({ revoke }) => ({ revoke: (id, from) => TE.tap(revoke(id, from), () => revoke(apiKey(0).id, from)) }),
    ({ add, revoke }) => ({
      revoke: (id, from) => TE.tap(revoke(id, from), () => whateverComes(add(apiKey(200, { id })))),
    }),
  ],
  'the latest use of an API key is kept, over the whole range of instants, and changes no other key': [
    () => ({ recordUse: () => TE.right(undefined) }),
    lastCallHolds,
    ({ recordUse }) => ({ recordUse: (id, at) => TE.tap(recordUse(id, at), () => recordUse(apiKey(0).id, at)) }),
    ({ add, recordUse }) => ({
      recordUse: (id, at) => TE.tap(recordUse(id, at), () => whateverComes(add(apiKey(200, { id })))),
    }),
  ],
  'each operation on API keys happens when it is run, and each time it is run': [
    ...namesOf(apiKeyOperations).flatMap((name) => [eager(name), memoised(name)]),
  ],
  'of 50 API keys added at once with one id, or with one digest, exactly one is kept': [lookingFirst, coalesced('add')],
  'of finds, uses and revocations at once of 50 API keys each is of its own': [
    ...['find', 'findByDigest', 'revoke', 'recordUse'].map((name) => coalesced(name)),
    changingReturned,
  ],
  'of 50 revocations at once of one API key the earliest holds': coalesced('revoke', ([id]) => String(id)),
  'any sequence of operations on API keys returns what a plain model returns': revokingUsed,
  'nothing that an operation on API keys was given or has returned is shared with the store': [
    keepingGiven((given, stored) => ({ ...stored, label: given.label })),
    ...['list', 'find', 'findByDigest', 'revoke'].map(keeping),
  ],
};
