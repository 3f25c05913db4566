import { inspect, isDeepStrictEqual } from 'node:util';
import {
  type Added,
  type Idempotency,
  type IdempotencyKey,
  idempotencyKeyReused,
  type NewPet,
  newPetEq,
  type Pet,
  type PetDetails,
  type PetRepository,
} from '@animal-store/domain';
import { either as E, function as F, option as O, taskEither as TE } from 'fp-ts';
import { replayed } from '../../src/laws/pet-steps.ts';
import { recordKey } from '../../src/laws/plain-pets.ts';
import { idempotency, petsByField } from '../../src/samples/pets.ts';
import { coalesced, eager, type Fault, memoised, omit, onPetsAlone } from '../fault.ts';

const keyed =
  (change: (used: Idempotency) => Idempotency | undefined): Fault<PetRepository> =>
  (pets) => ({ add: (given, used) => pets.add(given, used && change(used)) });

const rekeyed = (change: (key: string, scope: string) => string) =>
  keyed(({ key, scope }) => ({ scope, key: change(key, scope) as IdempotencyKey }));

/** Returns another result of an add. */
const resulting =
  (change: (added: Added, used: Idempotency | undefined) => Added): Fault<PetRepository> =>
  (pets) => ({ add: (given, used) => TE.map((added: Added) => change(added, used))(pets.add(given, used)) });

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

/** Takes two animals for the same by a rule of its own. */
const comparing =
  (same: (a: PetDetails, b: PetDetails) => boolean): Fault<PetRepository> =>
  (pets) => {
    const firsts = new Map<string, Pet>();
    return {
      add: (given, used) => async () => {
        const outcome = await pets.add(given, used)();
        const first = used && firsts.get(used.key);
        if (used !== undefined && E.isRight(outcome)) firsts.set(used.key, outcome.right.pet);
        return E.isLeft(outcome) && first && same(first, given) ? E.right(replayed(first)) : outcome;
      },
    };
  };

/** Compares one field of two animals by a rule of its own. */
const comparingField = <Name extends keyof PetDetails>(
  name: Name,
  same: (a: PetDetails[Name], b: PetDetails[Name]) => boolean,
) => comparing((a, b) => newPetEq.equals({ ...a, [name]: b[name] }, b) && same(a[name], b[name]));

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
    keyed(() => undefined),
    resulting((added, used) => ({ ...added, pet: { ...added.pet, ...used } })),
    resulting(({ pet }, used) => ({ pet, replayed: used !== undefined })),
    resulting(({ pet }) => ({ pet, replayed: false })),
    ...petsByField.flatMap(([field, [first]]) => [
      recordingAs(() => ({ [field]: first && Reflect.get(first, field) })),
      resulting(({ pet, replayed }) => ({ pet: replayed ? omit(pet, field) : pet, replayed })),
    ]),
    recordingAs(({ name }) => ({ name: name.split('\0')[0] })),
    recordingAs(({ name }) => ({ name: name.normalize() })),
    recordingAs(({ categoryId }) => ({ categoryId: BigInt(Number(categoryId)) })),
    rekeyed(() => 'k'),
    eager('add'),
    memoised('add'),
  ],
  'animals that differ in one field are different: under a used idempotency key the other is refused and not added': [
    ...petsByField.map(([field]) => comparing((a, b) => newPetEq.equals({ ...a, [field]: Reflect.get(b, field) }, b))),
    comparingField('name', (a, b) => a.normalize().toLowerCase() === b.normalize().toLowerCase()),
    comparingField('name', (a, b) => a.split('\0')[0] === b.split('\0')[0]),
    comparingField('name', (a, b) => a.trimEnd() === b.trimEnd()),
    comparingField('categoryId', (a, b) => Number(a) === Number(b)),
    comparingField('categoryId', (a, b) => BigInt.asUintN(32, a) === BigInt.asUintN(32, b)),
    comparingField('status', (a, b) => (a ?? b) === (b ?? a)),
    (pets) => ({ add: (given, used) => TE.tapError(pets.add(given, used), () => pets.add(given)) }),
    // Forgets some records in time.
    (pets) => {
      let adds = 0;
      return rekeyed((key) => `${key}.${Math.floor(adds++ / 10)}`)(pets);
    },
  ],
  'each idempotency key of each API key is a key of its own, up to its 255th character': [
    // Ignores a part of it.
    ...Object.keys(omit(idempotency('k'), 'key')).map((part) => keyed((used) => ({ ...used, [part]: 'one' }))),
    rekeyed((key) => key.toLowerCase()),
    rekeyed((key, scope) => `${scope}:${key}`.split(':').slice(0, 2).join(':').slice(0, 255)),
    rekeyed((key) => key.replaceAll('.', '_')),
    rekeyed((key) => key.slice(0, 254)),
    rekeyed((key) => (key in {} ? 'inherited' : key)),
    rekeyed((key) => (/^\d+$/.test(key) ? `${Number(key)}` : key)),
  ],
  'of 100 adds at once under one idempotency key one adds, and everyone gets its animal': [
    (pets) => recordingIn(new Map())(pets),
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
