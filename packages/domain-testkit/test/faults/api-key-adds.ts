import { type ApiKey, type ApiKeyLabel, type ApiKeyRepository, apiKeyTaken } from '@animal-store/access';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { apiKey } from '../../src/samples.ts';
import { eager, memoised, pause, returning, seed } from '../fault.ts';
import { listReadable } from './api-key-reads.ts';

const writing =
  (change: (key: ApiKey) => Partial<Record<keyof ApiKey, unknown>>) =>
  (apiKeys: ApiKeyRepository): ApiKeyRepository => ({
    ...apiKeys,
    add: (key) => apiKeys.add(apiKey(0, { ...key, ...change(key) })),
  });

/** Reports a refused key as added if a rule of the fault applies. */
const accepting =
  (wrongly: (key: ApiKey, kept: readonly ApiKey[]) => boolean) =>
  (apiKeys: ApiKeyRepository): ApiKeyRepository => ({
    ...apiKeys,
    add: (key) => async () => {
      const kept = await TE.getOrElse(() => async (): Promise<readonly ApiKey[]> => [])(listReadable(apiKeys))();
      const outcome = await apiKeys.add(key)();
      return E.isLeft(outcome) && wrongly(key, kept) ? E.right(undefined) : outcome;
    },
  });

const sameKey = (a: ApiKey, b: ApiKey): boolean => a.id === b.id && a.digest === b.digest && a.label === b.label;

const unshared = 'nothing that an operation on API keys was given or has returned is shared with the store';

export const apiKeyAddFaults = seed('an ApiKeyRepository', {
  'instants are kept in seconds': [
    writing(({ created }) => ({ created: Math.floor(created / 1000) * 1000 })),
    'the instants of an API key are kept to the millisecond over their whole range',
    'any API keys are kept as they were, whatever their fields',
  ],
  'an expiry at 0 is taken for none': [
    (apiKeys) => ({
      add: (key) => {
        const { expires, ...rest } = key;
        return apiKeys.add(expires === undefined || expires === 0 ? rest : key);
      },
    }),
    'the instants of an API key are kept to the millisecond over their whole range',
  ],
  'a label is normalised': [
    writing(({ label }) => ({ label: label.normalize('NFC') })),
    'the label of an API key is kept exactly, whatever its characters mean',
  ],
  'every key of the given object is kept': [
    (apiKeys) => {
      const given = new Map<string, ApiKey>();
      const reading = returning((key: ApiKey) => ({ ...given.get(key.id), ...key }))(apiKeys);
      return { ...reading, add: (key) => TE.tapIO(apiKeys.add(key), () => () => given.set(key.id, { ...key })) };
    },
    'keys that no API key has are not kept',
  ],
  'an id may be used again, and nothing is said': [
    accepting((key, kept) => kept.some(({ id, digest }) => id === key.id && digest !== key.digest)),
    'an API key with the id of another is refused and changes nothing',
  ],
  'a digest may be used again, and nothing is said': [
    accepting((key, kept) => kept.some(({ id, digest }) => id !== key.id && digest === key.digest)),
    'an API key with the digest of another is refused and changes nothing',
    'any sequence of operations on API keys returns what a plain model returns',
  ],
  'an add can be repeated': [
    accepting((key, kept) => kept.some((one) => sameKey(one, key))),
    'one add of an API key run twice is refused the second time',
  ],
  'a revoked API key can be added again': [
    accepting((key, kept) => kept.some(({ id, revoked }) => id === key.id && revoked !== undefined)),
    'an API key with the id and digest of a revoked one is refused and does not bring it back',
  ],
  'an add that is refused changes the label of the API key in its way': [
    (apiKeys) => {
      const labels = new Map<string, string>();
      const reading = returning((key: ApiKey) => ({ ...key, label: (labels.get(key.id) as ApiKeyLabel) ?? key.label }))(
        apiKeys,
      );
      return {
        ...reading,
        add: (key) => async () => {
          labels.set(key.id, key.label);
          return apiKeys.add(key)();
        },
      };
    },
    'an API key with the id of another is refused and changes nothing',
  ],
  'an add that is refused leaves its digest behind': [
    (apiKeys) => {
      const left = new Set<string>();
      return {
        add: (key) => async () => {
          const outcome = left.has(key.digest) ? E.left(apiKeyTaken) : await apiKeys.add(key)();
          if (E.isLeft(outcome)) left.add(key.digest);
          return outcome;
        },
      };
    },
    'a refused API key leaves neither its id nor its digest behind',
  ],
  'a label may be used once only': [
    (apiKeys) => {
      const labels = new Set<string>();
      return {
        add: (key) => async () => {
          if (labels.has(key.label)) return E.left(apiKeyTaken);
          labels.add(key.label);
          return apiKeys.add(key)();
        },
      };
    },
    'a revocation changes no other API key',
  ],
  'adds at once both look for the id and digest before either has added': [
    (apiKeys) => ({
      add: (key) => async () => {
        const found = await Promise.all([apiKeys.find(key.id)(), apiKeys.findByDigest(key.digest)()]);
        await pause();
        const free = found.every((outcome) => E.isRight(outcome) && O.isNone(outcome.right));
        const outcome = await apiKeys.add(key)();
        return free ? E.right(undefined) : outcome;
      },
    }),
    'of 50 API keys added at once with one id exactly one is kept',
    'of 50 API keys added at once with one digest exactly one is kept',
  ],
  'an add while another is under way is lost': [
    (apiKeys) => {
      let underWay = false;
      return {
        add: (key) => async () => {
          if (underWay) return E.right(undefined);
          underWay = true;
          await pause();
          underWay = false;
          return apiKeys.add(key)();
        },
      };
    },
    'of 50 API keys added at once with one id exactly one is kept',
  ],
  'an add runs when it is made': [eager('add'), 'one add of an API key run twice is refused the second time'],
  'an add runs only the first time': [memoised('add'), 'one add of an API key run twice is refused the second time'],
  'an add writes into the given API key': [
    (apiKeys) => ({
      add: (key) => TE.tapIO(apiKeys.add(key), () => () => Object.assign(key, { _id: key.id })),
    }),
    unshared,
  ],
  'the given API key itself is kept': [
    (apiKeys) => {
      const given = new Map<string, ApiKey>();
      const reading = returning((key: ApiKey) => ({ ...(given.get(key.id) ?? key) }))(apiKeys);
      return { ...reading, add: (key) => TE.tapIO(apiKeys.add(key), () => () => given.set(key.id, key)) };
    },
    unshared,
  ],
});
