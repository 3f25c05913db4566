import type { NewPet, PetRepository } from '@animal-store/domain';
import { type Faults, pause } from '../fault.ts';
import { type IdempotencyRecord, recording } from './recording.ts';

export const petIdempotencyConcurrencyFaults: Faults<PetRepository> = {
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
    'of two animals at once under one idempotency key one wins, and the other is refused to all',
  ],
  'one add with an idempotency key is under way at a time, and others get its outcome': [
    (pets) => {
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
    'of 100 adds at once under keys of their own each adds its animal',
  ],
};
