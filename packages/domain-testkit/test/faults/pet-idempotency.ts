import {
  type Idempotency,
  idempotencyKeyReused,
  type NewPet,
  newPetEq,
  type Pet,
  type PetRepository,
} from '@animal-store/domain';
import { either as E, taskEither as TE } from 'fp-ts';
import { idempotency } from '../../src/samples.ts';
import { seed } from '../fault.ts';

/** What a key stands for. */
export interface IdempotencyRecord {
  readonly given: NewPet;
  readonly pet: Pet;
}

/** Keeps its own records in front of a repository that has none. */
export const recording =
  (
    records: {
      readonly get: (key: string) => IdempotencyRecord | undefined;
      readonly set: (key: string, record: IdempotencyRecord) => unknown;
    },
    {
      keyOf = ({ scope, key }: Idempotency, _: NewPet): string => `${scope} ${key}`,
      reuse = (_key: string, _: NewPet): void => {},
    } = {},
  ) =>
  (pets: PetRepository): PetRepository => ({
    ...pets,
    add: (given, used) => async () => {
      if (used === undefined) return pets.add(given)();
      const key = keyOf(used, given);
      const record = records.get(key);
      if (record !== undefined) {
        if (newPetEq.equals(record.given, given)) return E.right({ ...record.pet });
        reuse(key, given);
        return E.left(idempotencyKeyReused);
      }
      return E.map((pet: Pet) => {
        records.set(key, { given, pet });
        return { ...pet };
      })(await pets.add({ ...given })());
    },
  });

/** Takes two animals for the same by a rule of its own. */
const comparing =
  (same: (a: NewPet, b: NewPet) => boolean) =>
  (pets: PetRepository): PetRepository => {
    const records = new Map<string, Pet>();
    return {
      ...pets,
      add: (given, used) => async () => {
        const outcome = await pets.add(given, used)();
        if (used === undefined) return outcome;
        const first = records.get(used.key);
        if (E.isRight(outcome)) records.set(used.key, outcome.right);
        return E.isLeft(outcome) && first !== undefined && same(first, given) ? E.right(first) : outcome;
      },
    };
  };

const anotherName = 'an animal of another name under a used idempotency key is refused and not added';
const anotherCategory = 'an animal of another category under a used idempotency key is refused and not added';
const anotherStatus = 'an animal of another status, or of none, under a used idempotency key is refused and not added';

export const petIdempotencyFaults = seed('a PetRepository', {
  'the idempotency key is a field of the animal': [
    (pets) => ({
      add: (given, used) =>
        TE.map((pet: Pet) => (used === undefined ? pet : { ...pet, idempotencyKey: used.key }))(pets.add(given, used)),
    }),
    'an animal added with an idempotency key shows nothing of the key',
  ],
  'an animal that was added with a key is not added again without one': [
    (pets) => {
      const known: NewPet[] = [];
      return {
        add: (given, used) => {
          if (used !== undefined) known.push(given);
          return pets.add(given, used ?? (known.some((one) => newPetEq.equals(one, given)) ? idempotency('k') : used));
        },
      };
    },
    'an add without an idempotency key adds anew whatever keys were used',
  ],
  'another animal under a used key is given the first': [
    comparing(() => true),
    anotherName,
    anotherCategory,
    anotherStatus,
  ],
  'names are compared without regard to case and composition': [
    comparing((a, b) => a.name.normalize().toLowerCase() === b.name.normalize().toLowerCase()),
    anotherName,
  ],
  'categories are compared as doubles': [
    comparing((a, b) => a.name === b.name && Number(a.categoryId) === Number(b.categoryId)),
    anotherCategory,
  ],
  'an absent status equals every status': [
    comparing((a, b) => a.name === b.name && (a.status ?? b.status) === (b.status ?? a.status)),
    anotherStatus,
  ],
  'another animal under a used key is refused, but added': [
    (pets) => ({
      add: (given, used) => async () => {
        const outcome = await pets.add(given, used)();
        if (E.isLeft(outcome)) await pets.add(given)();
        return outcome;
      },
    }),
    anotherName,
    anotherCategory,
    anotherStatus,
  ],
  'a refused reuse takes the place of the first record': [
    (pets) => {
      const records = new Map<string, IdempotencyRecord>();
      const reuse = (key: string, given: NewPet): void => {
        const record = records.get(key);
        if (record !== undefined) records.set(key, { ...record, given });
      };
      return recording(records, { reuse })(pets);
    },
    'a refused reuse leaves the record of the first animal as it was',
  ],
  'the record holds the given animal itself': [
    (pets) => recording(new Map<string, IdempotencyRecord>())(pets),
    'nothing that an operation on animals was given or has returned is shared with the store',
  ],
});
