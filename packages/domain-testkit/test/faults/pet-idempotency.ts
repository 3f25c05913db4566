import {
  type Idempotency,
  IdempotencyKey,
  idempotencyKeyReused,
  type NewPet,
  newPetEq,
  type Pet,
  type PetRepository,
} from '@animal-store/domain';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { recordKey } from '../../src/laws/pet-operations.ts';
import { decoded, idempotency, petsByField } from '../../src/samples.ts';
import { coalesced, type Fault, onPetsAlone } from '../fault.ts';

const keyed =
  (change: (used: Idempotency | undefined) => Idempotency | undefined): Fault<PetRepository> =>
  (pets) => ({ add: (given, used) => pets.add(given, change(used)) });

const rekeyed = (change: (key: string, scope: string) => string) =>
  keyed((used) => used && { ...used, key: decoded(IdempotencyKey)(change(used.key, used.scope)) });

export const ignoringKeys = keyed(() => undefined);

export type Records = Map<string, { readonly given: NewPet; readonly pet: Pet }>;

/** Keeps the records of creations apart from the animals: an add looks for the record before, and stores it afterwards. */
export const recordingIn =
  (records: Records) =>
  (pets: PetRepository): PetRepository => ({
    ...pets,
    add: (given, used) => async () => {
      if (used === undefined) return pets.add(given)();
      const record = records.get(recordKey(used));
      if (record !== undefined)
        return newPetEq.equals(record.given, given) ? E.right({ ...record.pet }) : E.left(idempotencyKeyReused);
      return E.map((pet: Pet) => {
        records.set(recordKey(used), { given, pet });
        return { ...pet };
      })(await pets.add({ ...given })());
    },
  });

export const recordingApart: Fault<PetRepository> = (pets) => recordingIn(new Map())(pets);

/** Keeps other values in the record of a creation than in the animal. */
const recordingAs =
  (change: (given: NewPet) => Partial<NewPet>): Fault<PetRepository> =>
  (pets) => {
    const records: Records = new Map();
    const set = records.set.bind(records);
    records.set = (key, { given, pet }) => set(key, { given: { ...given, ...change(given) }, pet });
    return recordingIn(records)(pets);
  };

/** Takes two animals for the same by a rule of its own. */
const comparing =
  (same: (a: NewPet, b: NewPet) => boolean): Fault<PetRepository> =>
  (pets) => {
    const firsts = new Map<string, Pet>();
    return {
      add: (given, used) => async () => {
        const outcome = await pets.add(given, used)();
        const first = used && firsts.get(used.key);
        if (used !== undefined && E.isRight(outcome)) firsts.set(used.key, outcome.right);
        return E.isLeft(outcome) && first !== undefined && same(first, given) ? E.right(first) : outcome;
      },
    };
  };

/** Compares one field of two animals by a rule of its own. */
const comparingField = <Name extends keyof NewPet>(name: Name, same: (a: NewPet[Name], b: NewPet[Name]) => boolean) =>
  comparing((a, b) => newPetEq.equals({ ...a, [name]: b[name] }, b) && same(a[name], b[name]));

/** Looks again for the animal that an add has returned. */
const lookingAgain =
  (
    respond: (
      pets: PetRepository,
      first: Pet,
      given: NewPet,
    ) => (now: O.Option<Pet>) => ReturnType<PetRepository['add']>,
  ) =>
  (pets: PetRepository): Partial<PetRepository> => ({
    add: (given, used) =>
      TE.chain((first: Pet) => TE.chainW(respond(pets, first, given))(pets.find(first.id)))(pets.add(given, used)),
  });

export const petIdempotencyFaults = onPetsAlone({
  'the same animal under the same idempotency key is added once, and given each time': [
    ignoringKeys,
    (pets) => ({ add: (given, used) => TE.map((pet: Pet) => ({ ...pet, ...used }))(pets.add(given, used)) }),
    recordingAs(({ name }) => ({ name: name.split('\0')[0] as NewPet['name'] })),
    recordingAs(({ name }) => ({ name: name.normalize() as NewPet['name'] })),
    recordingAs(({ categoryId }) => ({ categoryId: BigInt(Number(categoryId)) as NewPet['categoryId'] })),
  ],
  'an add with an idempotency key can be repeated long afterwards': (pets) => {
    let adds = 0;
    return keyed((used) => {
      const generation = Math.floor(adds++ / 10);
      return used && idempotency(`${used.key}.${generation}`);
    })(pets);
  },
  'an add without an idempotency key adds anew whatever keys were used': [
    keyed((used) => used ?? idempotency('k')),
    (pets) => ({ add: (given, used) => pets.add(given, used ?? idempotency(`of ${given.name}`.replace(' ', '-'))) }),
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
  ],
  'a refused reuse leaves the record of the first animal as it was': (pets) => {
    const records: Records = new Map();
    const { add } = recordingIn(records)(pets);
    return { add: (given, used) => TE.tapError(add(given, used), () => TE.fromIO(() => records.clear())) };
  },
  'the same animal under two idempotency keys is two animals': rekeyed(() => 'k'),
  'the same idempotency key under another API key is another one': keyed((used) => used && idempotency(used.key)),
  'idempotency keys that differ in case only are different': rekeyed((key) => key.toLowerCase()),
  'where an API key ends and the idempotency key begins is never confused': rekeyed((key, scope) =>
    `${scope}:${key}`.split(':').slice(0, 2).join(':'),
  ),
  'every visible ASCII character is an idempotency key of its own': rekeyed((key) => key.replaceAll('.', '_')),
  'an idempotency key counts up to its 255th character': rekeyed((key) => key.slice(0, 254)),
  'idempotency keys that mean something to a store or to JavaScript are keys like others': [
    rekeyed((key) => (key in {} ? 'inherited' : key)),
    rekeyed((key) => (/^\d+$/.test(key) ? `${Number(key)}` : key)),
  ],
  'of 100 adds at once under one idempotency key one adds, and everyone gets its animal': recordingApart,
  'of two animals at once under one idempotency key one wins, and the other is refused to all': coalesced('add'),
  'of 100 adds at once under keys of their own each adds its animal': coalesced('add'),
  'a retry returns what was first returned after the animal was changed': [
    lookingAgain((_, first) => (now) => TE.right(O.getOrElse(() => first)(now))),
    lookingAgain(
      (_, first, given) => (now) =>
        O.isNone(now) || newPetEq.equals(now.value, given) ? TE.right(first) : TE.left(idempotencyKeyReused),
    ),
  ],
  'a retry returns what was first returned after the animal was removed, and does not add it again': lookingAgain(
    (pets, first, given) => (now) => (O.isNone(now) ? pets.add(given) : TE.right(first)),
  ),
});
