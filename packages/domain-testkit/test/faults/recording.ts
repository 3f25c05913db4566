import {
  type Idempotency,
  idempotencyKeyReused,
  type NewPet,
  newPetEq,
  type Pet,
  type PetRepository,
} from '@animal-store/domain';
import { either as E } from 'fp-ts';

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
