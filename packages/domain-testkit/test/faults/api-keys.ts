import { type ApiKey, type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { apiKeyOperations } from '../../src/laws/durable-api-keys.ts';
import { apiKeyDigest, apiKeysByField } from '../../src/samples/api-keys.ts';
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

const whateverComes = (task: TE.TaskEither<unknown, void>): TE.TaskEither<never, void> =>
  TE.fromTask(() => task().then(() => {}));

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
    ...apiKeysByField.map(([field]) => returning((key: ApiKey) => omit(key, field))),
    // Keeps and returns unknown fields of the given objects.
    (apiKeys) => {
      const given = new Map<string, ApiKey>();
      return {
        ...returning((stored: ApiKey) => ({ ...given.get(stored.id), ...stored }))(apiKeys),
        add: (key) => TE.tapIO(apiKeys.add(key), () => () => given.set(key.id, key)),
      };
    },
  ],
  'API keys are listed in order of creation, then of id, however they were added': ({ list }) => ({
    list: () =>
      TE.map((keys: readonly ApiKey[]) =>
        keys.toSorted((a, b) => a.created - b.created || (inBase32(a) < inBase32(b) ? -1 : 1)),
      )(list()),
  }),
  'an id or a digest that differs in one character finds no API key': ({ findByDigest }) => ({
    findByDigest: (it) =>
      TE.chain((found: O.Option<ApiKey>) =>
        O.isSome(found) ? TE.right(found) : findByDigest(apiKeyDigest(`0${it.slice(1)}`)),
      )(findByDigest(it)),
  }),
  'an API key with the id or the digest of another is refused, and leaves nothing behind': ({ add }) => ({
    add: (key) => whateverComes(add(key)),
  }),
  'the earliest revocation of an API key holds, over the whole range of instants, and changes no other key': ({
    find,
    revoke,
  }) => ({ revoke: (id, from) => (from === 0 ? find(id) : revoke(id, from)) }),
  'the latest use of an API key is kept, over the whole range of instants, and changes no other key': () => ({
    recordUse: () => TE.right(undefined),
  }),
  'each operation on API keys happens when it is run, and each time it is run': [
    ...namesOf(apiKeyOperations).flatMap((name) => [eager(name), memoised(name)]),
  ],
  'of 50 API keys added at once with one id, or with one digest, exactly one is kept': [lookingFirst, coalesced('add')],
  'of finds, uses and revocations at once of 50 API keys each is of its own': [
    ...['find', 'findByDigest', 'revoke', 'recordUse'].map((name) => coalesced(name)),
  ],
  'of 50 revocations at once of one API key the earliest holds': coalesced('revoke', ([id]) => String(id)),
  'any sequence of operations on API keys returns what a plain model returns': revokingUsed,
  'nothing that an operation on API keys was given or has returned is shared with the store': [
    ...['list', 'find', 'findByDigest', 'revoke'].map(keeping),
  ],
};
