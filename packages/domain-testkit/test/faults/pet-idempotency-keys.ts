import {
  type Idempotency,
  IdempotencyKey,
  idempotencyKeyReused,
  type NewPet,
  newPetEq,
  type Pet,
  type PetRepository,
} from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import { decoded, idempotency } from '../../src/samples.ts';
import { pause, seed } from '../fault.ts';
import { type IdempotencyRecord, recording } from './pet-idempotency.ts';

const keyed =
  (change: (used: Idempotency) => Idempotency | undefined) =>
  (pets: PetRepository): PetRepository => ({ ...pets, add: (given, used) => pets.add(given, used && change(used)) });

const rekeyed = (change: (key: string) => string) =>
  keyed(({ scope, key }) => ({ scope, key: decoded(IdempotencyKey)(change(key)) }));

export const petIdempotencyKeyFaults = seed('a PetRepository', {
  'idempotency keys are ignored': [
    keyed(() => undefined),
    'the same animal under the same idempotency key is added once, and given each time',
    'one add with an idempotency key run twice adds one animal',
    'any sequence of operations on animals returns what a plain model returns',
  ],
  'a record is forgotten after some other adds': [
    (pets) => {
      let adds = 0;
      const add: PetRepository['add'] = (given, used) => async () => {
        const generation = Math.floor(adds++ / 10);
        return pets.add(given, used && idempotency(`${used.key}.${generation}`, used.scope))();
      };
      return { add };
    },
    'an add with an idempotency key can be repeated long afterwards',
  ],
  'no idempotency key is a key too': [
    (pets) => ({ add: (given, used) => pets.add(given, used ?? idempotency('null')) }),
    'an add without an idempotency key adds anew whatever keys were used',
  ],
  'the animal is the key': [
    (pets) => recording(new Map<string, IdempotencyRecord>(), { keyOf: (_, { name }) => name })(pets),
    'the same animal under two idempotency keys is two animals',
  ],
  'the API key is ignored': [
    keyed(({ key }) => idempotency(key, 'aaaaaaaa')),
    'the same idempotency key under another API key is another one',
  ],
  'an idempotency key is put in lower case': [
    rekeyed((key) => key.toLowerCase()),
    'idempotency keys that differ in case only are different',
  ],
  'API key and idempotency key are split again at a colon': [
    (pets) =>
      recording(new Map<string, IdempotencyRecord>(), {
        keyOf: ({ scope, key }) => `${scope}:${key}`.split(':').slice(0, 2).join(':'),
      })(pets),
    'where an API key ends and the idempotency key begins is never confused',
  ],
  'a dot in an idempotency key is escaped by a character that a key may hold': [
    rekeyed((key) => key.replaceAll('.', '_')),
    'every visible ASCII character is an idempotency key of its own',
  ],
  'an idempotency key is cut after 254 characters': [
    rekeyed((key) => key.slice(0, 254)),
    'an idempotency key counts up to its 255th character',
  ],
  'records are the fields of an object that inherits some': [
    (pets) => {
      const records: { [key: string]: IdempotencyRecord } = {};
      const store = {
        get: (key: string) => records[key],
        set: (key: string, record: IdempotencyRecord) => Object.assign(records, { [key]: record }),
      };
      return recording(store, { keyOf: ({ key }) => key })(pets);
    },
    'idempotency keys that mean something to a store or to JavaScript are keys like others',
  ],
  'an idempotency key that looks like a number is one': [
    rekeyed((key) => (/^\d+$/.test(key) ? `${Number(key)}` : key)),
    'idempotency keys that mean something to a store or to JavaScript are keys like others',
  ],
});

export const petIdempotencyConcurrencyFaults = seed('a PetRepository', {
  'two adds at once under one key both look before either has added': [
    (pets) => {
      const records = new Map<string, IdempotencyRecord>();
      const slow = {
        ...pets,
        add: (given: NewPet) => async () => {
          await pause();
          return pets.add(given)();
        },
      };
      return recording(records)(slow);
    },
    'of 100 adds at once of one animal under one idempotency key one animal is added',
    'of 100 adds at once of one animal under one idempotency key everyone gets that animal',
  ],
  'an add under a key that is under way gets its outcome, whatever the animal': [
    (pets) => {
      const underWay = new Map<string, ReturnType<ReturnType<PetRepository['add']>>>();
      return {
        add: (given, used) => async () => {
          if (used === undefined) return pets.add(given)();
          const running = underWay.get(used.key) ?? pets.add(given, used)();
          underWay.set(used.key, running);
          await pause();
          underWay.delete(used.key);
          return running;
        },
      };
    },
    'of two animals at once under one idempotency key one wins, and the other is refused to all',
  ],
  'one add with an idempotency key is under way at a time, and others get its outcome': [
    (pets) => {
      let underWay: ReturnType<ReturnType<PetRepository['add']>> | undefined;
      return {
        add: (given, used) => async () => {
          if (used === undefined) return pets.add(given)();
          underWay ??= pets.add(given, used)();
          const running = underWay;
          await pause();
          underWay = undefined;
          return running;
        },
      };
    },
    'of 100 adds at once under keys of their own each adds its animal',
  ],
});

type Outcome = Awaited<ReturnType<ReturnType<PetRepository['add']>>>;

/** Returns what is stored now for a retry, instead of a record of its own. */
const lookingAgain =
  (respond: (now: Pet, given: NewPet) => Outcome) =>
  (pets: PetRepository): PetRepository => {
    const firsts = new Map<string, Pet>();
    return {
      ...pets,
      add: (given, used) => async () => {
        const outcome = await pets.add(given, used)();
        if (used === undefined || E.isLeft(outcome)) return outcome;
        const first = firsts.get(used.key);
        firsts.set(used.key, { ...outcome.right });
        if (first === undefined) return outcome;
        const now = await pets.find(first.id)();
        return E.isRight(now) && O.isSome(now.right) ? respond(now.right.value, given) : outcome;
      },
    };
  };

const afterChange = 'a retry returns what was first returned after the animal was changed';
const afterRemoval = 'a retry returns what was first returned after the animal was removed, and does not add it again';

export const petIdempotencyRecordFaults = seed('a PetRepository', {
  'a retry returns the animal as it is now': [lookingAgain((now) => E.right(now)), afterChange],
  'a retry is compared with the animal as it is now': [
    lookingAgain((now, given) => (newPetEq.equals(now, given) ? E.right(now) : E.left(idempotencyKeyReused))),
    afterChange,
  ],
  'the record is removed with its animal': [
    (pets) => ({
      add: (given, used) => async () => {
        const outcome = await pets.add(given, used)();
        if (E.isLeft(outcome)) return outcome;
        const now = await pets.find(outcome.right.id)();
        return E.isRight(now) && O.isNone(now.right) ? pets.add(given)() : outcome;
      },
    }),
    afterRemoval,
  ],
});
