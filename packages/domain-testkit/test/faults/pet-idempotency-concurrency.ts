import { idempotencyKeyReused, type NewPet, type PetRepository } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { type Fault, pause } from '../fault.ts';
import { type IdempotencyRecord, recording } from './recording.ts';

export const petIdempotencyConcurrencyFaults: readonly Fault<PetRepository>[] = [
  {
    name: 'two adds at once under one key both look before either has added',
    breaks: (pets) => {
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
    caughtBy: [
      'of 100 adds at once of one animal under one idempotency key one animal is added',
      'of 100 adds at once of one animal under one idempotency key everyone gets that animal',
    ],
  },
  {
    name: 'an add under a key that is under way is refused',
    breaks: (pets) => {
      const underWay = new Set<string>();
      return {
        ...pets,
        add: (given, used) => async () => {
          if (used === undefined) return pets.add(given)();
          if (underWay.has(used.key)) return E.left(idempotencyKeyReused);
          underWay.add(used.key);
          await pause();
          underWay.delete(used.key);
          return pets.add(given, used)();
        },
      };
    },
    caughtBy: ['of 100 adds at once of one animal under one idempotency key everyone gets that animal'],
  },
  {
    name: 'an add under a key that is under way gets its outcome, whatever the animal',
    breaks: (pets) => {
      const underWay = new Map<string, ReturnType<ReturnType<PetRepository['add']>>>();
      return {
        ...pets,
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
    caughtBy: ['of two animals at once under one idempotency key one wins, and the other is refused to all'],
  },
  {
    name: 'one add with an idempotency key is under way at a time, and others get its outcome',
    breaks: (pets) => {
      let underWay: ReturnType<ReturnType<PetRepository['add']>> | undefined;
      return {
        ...pets,
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
    caughtBy: ['of 100 adds at once under keys of their own each adds its animal'],
  },
];
