import {
  type Idempotency,
  idempotencyKeyReused,
  type NewPet,
  newPetEq,
  type Pet,
  type PetRepository,
} from '@animal-store/domain';
import { either as E, taskEither as TE } from 'fp-ts';
import { idempotency, petsByField } from '../../src/samples.ts';
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

const different =
  'animals that differ in one field are different: under a used idempotency key the other is refused and not added';

/** Takes two animals for the same if all fields but one are equal, and a rule of its own holds for that one. */
const comparingField = <Name extends keyof NewPet>(name: Name, same: (a: NewPet[Name], b: NewPet[Name]) => boolean) =>
  comparing((a, b) => newPetEq.equals({ ...a, [name]: b[name] }, b) && same(a[name], b[name]));

const ignoringOneField = Object.fromEntries(
  petsByField.map(([field]) => [
    `the field ${field} is not compared`,
    [comparing((a, b) => newPetEq.equals({ ...a, [field]: Reflect.get(b, field) }, b)), different] as const,
  ]),
);

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
  ...ignoringOneField,
  'names are compared without regard to case and composition': [
    comparingField('name', (a, b) => a.normalize().toLowerCase() === b.normalize().toLowerCase()),
    different,
  ],
  'names are compared up to U+0000': [
    comparingField('name', (a, b) => a.split('\0')[0] === b.split('\0')[0]),
    different,
  ],
  'names are compared without white space at the end': [
    comparingField('name', (a, b) => a.trimEnd() === b.trimEnd()),
    different,
  ],
  'categories are compared as doubles': [comparingField('categoryId', (a, b) => Number(a) === Number(b)), different],
  'categories are compared in 32 bits': [
    comparingField('categoryId', (a, b) => BigInt.asUintN(32, a) === BigInt.asUintN(32, b)),
    different,
  ],
  'an absent status equals every status': [comparingField('status', (a, b) => (a ?? b) === (b ?? a)), different],
  'another animal under a used key is refused, but added': [
    (pets) => ({
      add: (given, used) => async () => {
        const outcome = await pets.add(given, used)();
        if (E.isLeft(outcome)) await pets.add(given)();
        return outcome;
      },
    }),
    different,
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
