import { inspect, isDeepStrictEqual } from 'node:util';
import {
  type Added,
  type IdempotencyKey,
  idempotencyKeyReused,
  type NewPet,
  newPetEq,
  type Pet,
  type PetRepository,
} from '@animal-store/domain';
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts';
import { replayed } from '../../src/laws/pet-steps.ts';
import { recordKey } from '../../src/laws/plain-pets.ts';
import { coalesced, eager, type Fault, memoised, onPetsAlone } from '../fault.ts';

const rekeyed =
  (change: (key: string, scope: string) => string): Fault<PetRepository> =>
  (pets) => ({
    add: (given, used) => pets.add(given, used && { ...used, key: change(used.key, used.scope) as IdempotencyKey }),
  });

/** Keeps the records of creations apart from the animals: an add looks for the record before, and stores it afterwards. */
export const recordingIn =
  (records: Map<string, { readonly given: NewPet; readonly pet: Pet }>) =>
  (pets: PetRepository): PetRepository => ({
    ...pets,
    add: (given, used) => async () => {
      if (used === undefined) return pets.add(given)();
      const record = records.get(recordKey(used));
      if (record !== undefined)
        return newPetEq.equals(record.given, given) ? E.right(replayed(record.pet)) : E.left(idempotencyKeyReused);
      return E.map(({ pet, replayed }: Added) => {
        records.set(recordKey(used), { given, pet });
        return { pet: { ...pet }, replayed };
      })(await pets.add({ ...given })());
    },
  });

/** Keeps other values in the record of a creation than in the animal, and so takes some animals for others when they come again. */
const recordingAs =
  (change: (given: NewPet) => object): Fault<PetRepository> =>
  ({ add }) => ({
    add: (given, used) =>
      TE.filterOrElseW(
        ({ replayed }: Added) => !replayed || isDeepStrictEqual({ ...given, ...change(given) }, given),
        () => idempotencyKeyReused,
      )(add(given, used)),
  });

type Answer = (
  now: O.Option<Pet>,
  first: Added,
  given: NewPet,
  pets: PetRepository,
) => ReturnType<PetRepository['add']>;

/** Answers from the animal as it is stored now. */
const answering =
  (answer: Answer): Fault<PetRepository> =>
  (pets) => ({
    add: (given, used) =>
      F.pipe(
        TE.Do,
        TE.bind('first', () => pets.add(given, used)),
        TE.bindW('now', ({ first }) => pets.find(first.pet.id)),
        TE.chainW(({ first, now }) => answer(now, first, given, pets)),
      ),
  });

export const petIdempotencyFaults = onPetsAlone({
  'the same animal under the same idempotency key is added once, and given each time': [
    recordingAs(({ name }) => ({ name: name.split('\0')[0] })),
    recordingAs(({ name }) => ({ name: name.normalize() })),
    recordingAs(({ categoryId }) => ({ categoryId: BigInt(Number(categoryId)) })),
    eager('add'),
    memoised('add'),
  ],
  'animals that differ in one field are different: under a used idempotency key the other is refused and not added': [
    // Forgets some records in time.
    (pets) => {
      let adds = 0;
      return rekeyed((key) => `${key}.${Math.floor(adds++ / 10)}`)(pets);
    },
  ],
  'each idempotency key of each API key is a key of its own, up to its 255th character': [
    rekeyed((key, scope) => `${scope}:${key}`.split(':').slice(0, 2).join(':').slice(0, 255)),
    rekeyed((key) => key.replaceAll('.', '_')),
    rekeyed((key) => key.slice(0, 254)),
    rekeyed((key) => (key in {} ? 'inherited' : key)),
    rekeyed((key) => (/^\d+$/.test(key) ? `${Number(key)}` : key)),
  ],
  'of 100 adds at once under one idempotency key one adds, and everyone gets its animal': [
    coalesced('add', ([given, used]) => inspect(used ?? given)),
  ],
  'a retry returns what was first returned after the animal was changed, and after it was removed': [
    answering((now, first) => TE.right({ ...first, pet: O.getOrElse(() => first.pet)(now) })),
    answering((now, first, given) =>
      O.isNone(now) || newPetEq.equals(now.value, given) ? TE.right(first) : TE.left(idempotencyKeyReused),
    ),
    answering((now, first, given, pets) => (O.isNone(now) ? pets.add(given) : TE.right(first))),
  ],
});
