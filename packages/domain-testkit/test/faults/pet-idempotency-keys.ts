import { type Idempotency, IdempotencyKey, type PetRepository } from '@animal-store/domain';
import { decoded, idempotency } from '../../src/samples.ts';
import type { Faults } from '../fault.ts';
import { type IdempotencyRecord, recording } from './recording.ts';

const keyed =
  (change: (used: Idempotency) => Idempotency | undefined) =>
  (pets: PetRepository): PetRepository => ({ ...pets, add: (given, used) => pets.add(given, used && change(used)) });

const rekeyed = (change: (key: string) => string) =>
  keyed(({ scope, key }) => ({ scope, key: decoded(IdempotencyKey)(change(key)) }));

export const petIdempotencyKeyFaults: Faults<PetRepository> = {
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
      return { ...pets, add };
    },
    'an add with an idempotency key can be repeated long afterwards',
  ],
  'no idempotency key is a key too': [
    (pets) => ({ ...pets, add: (given, used) => pets.add(given, used ?? idempotency('null')) }),
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
};
