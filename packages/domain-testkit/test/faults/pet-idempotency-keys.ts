import { type Idempotency, IdempotencyKey, type PetRepository } from '@animal-store/domain';
import { decoded, idempotency } from '../../src/samples.ts';
import type { Fault } from '../fault.ts';
import { type IdempotencyRecord, recording } from './recording.ts';

const keyed =
  (change: (used: Idempotency) => Idempotency | undefined) =>
  (pets: PetRepository): PetRepository => ({ ...pets, add: (given, used) => pets.add(given, used && change(used)) });

const rekeyed = (change: (key: string) => string) =>
  keyed(({ scope, key }) => ({ scope, key: decoded(IdempotencyKey)(change(key)) }));

export const petIdempotencyKeyFaults: readonly Fault<PetRepository>[] = [
  {
    name: 'idempotency keys are ignored',
    breaks: keyed(() => undefined),
    caughtBy: [
      'the same animal under the same idempotency key is added once, and given each time',
      'one add with an idempotency key run twice adds one animal',
      'any sequence of operations on animals gives what a plain model gives',
    ],
  },
  {
    name: 'a record is forgotten after some other adds',
    breaks: (pets) => {
      let adds = 0;
      const add: PetRepository['add'] = (given, used) => async () => {
        const generation = Math.floor(adds++ / 10);
        return pets.add(given, used && idempotency(`${used.key}.${generation}`, used.scope))();
      };
      return { ...pets, add };
    },
    caughtBy: ['an add with an idempotency key can be repeated long afterwards'],
  },
  {
    name: 'no idempotency key is a key too',
    breaks: (pets) => ({ ...pets, add: (given, used) => pets.add(given, used ?? idempotency('null')) }),
    caughtBy: ['an add without an idempotency key adds anew whatever keys were used'],
  },
  {
    name: 'the animal is the key',
    breaks: (pets) => recording(new Map<string, IdempotencyRecord>(), { keyOf: (_, { name }) => name })(pets),
    caughtBy: ['the same animal under two idempotency keys is two animals'],
  },
  {
    name: 'the API key is ignored',
    breaks: keyed(({ key }) => idempotency(key, 'aaaaaaaa')),
    caughtBy: ['the same idempotency key under another API key is another one'],
  },
  {
    name: 'an idempotency key is put in lower case',
    breaks: rekeyed((key) => key.toLowerCase()),
    caughtBy: ['idempotency keys that differ in case only are different'],
  },
  {
    name: 'API key and idempotency key are split again at a colon',
    breaks: (pets) =>
      recording(new Map<string, IdempotencyRecord>(), {
        keyOf: ({ scope, key }) => `${scope}:${key}`.split(':').slice(0, 2).join(':'),
      })(pets),
    caughtBy: ['where an API key ends and the idempotency key begins is never confused'],
  },
  {
    name: 'a dot in an idempotency key is escaped by a character that a key may hold',
    breaks: rekeyed((key) => key.replaceAll('.', '_')),
    caughtBy: ['every visible ASCII character is an idempotency key of its own'],
  },
  {
    name: 'an idempotency key is cut after 254 characters',
    breaks: rekeyed((key) => key.slice(0, 254)),
    caughtBy: ['an idempotency key counts up to its 255th character'],
  },
  {
    name: 'records are the fields of an object that inherits some',
    breaks: (pets) => {
      const records: { [key: string]: IdempotencyRecord } = {};
      const store = {
        get: (key: string) => records[key],
        set: (key: string, record: IdempotencyRecord) => Object.assign(records, { [key]: record }),
      };
      return recording(store, { keyOf: ({ key }) => key })(pets);
    },
    caughtBy: ['idempotency keys that mean something to a store or to JavaScript are keys like others'],
  },
  {
    name: 'an idempotency key that looks like a number is one',
    breaks: rekeyed((key) => (/^\d+$/.test(key) ? `${Number(key)}` : key)),
    caughtBy: ['idempotency keys that mean something to a store or to JavaScript are keys like others'],
  },
];
