import assert from 'node:assert/strict';
import {
  type Idempotency,
  idempotencyKeyReused,
  type NewPet,
  newPetEq,
  Pet,
  type PetDetails,
  type PetRange,
  type PetRepository,
  passesFilter,
  withId,
} from '@animal-store/domain';
import fc from 'fast-check';
import { either as E, option as O, taskEither as TE } from 'fp-ts';
import { newPets } from '../arbitraries.ts';
import { alike, type Command, type Plain } from '../core/model.ts';
import { shown } from '../core/outcome.ts';
import type { DurablePetRepositoryFixture } from '../fixtures.ts';
import { idempotency, petId, somePets } from '../samples/pets.ts';
import { rangesOf } from '../samples/ranges.ts';
import { allPets, byId, replayed } from './pet-steps.ts';

/** Everything that a plain store of animals keeps: in reality on a disk or in a server. */
export interface PetData {
  lastId: bigint;
  /** In order of id. */
  pets: readonly Pet[];
  /** The animal of each idempotency key. */
  readonly records: Map<string, Pet>;
}

export const createPetData = (): PetData => ({ lastId: 0n, pets: [], records: new Map() });

export const recordKey = ({ scope, key }: Idempotency): string => `${scope} ${key}`;

/** The animals of a range, of all in order of id. */
export const inRange =
  ({ limit, after = petId(0n), ...filter }: PetRange) =>
  (pets: readonly Pet[]): readonly Pet[] =>
    pets.filter((pet) => pet.id > after && passesFilter(filter)(pet)).slice(0, limit);

/**
 * The plainest repository that keeps every law. The models compare others with it, and the seeded faults are made from it.
 * Stored animals are frozen, so every reader may get the same object.
 */
export const petsOn = (data: PetData): PetRepository => ({
  add: (given, used) =>
    TE.fromIOEither(() => {
      const record = used && data.records.get(recordKey(used));
      if (record !== undefined)
        return newPetEq.equals(record, given) ? E.right(replayed(record)) : E.left(idempotencyKeyReused);
      data.lastId += 1n;
      const pet = Object.freeze(withId(petId(data.lastId), given));
      data.pets = byId([...data.pets, pet]);
      if (used !== undefined) data.records.set(recordKey(used), pet);
      return E.right({ pet, replayed: false });
    }),
  find: (id) => TE.fromIO(() => O.fromNullable(data.pets.find((pet) => pet.id === id))),
  list: (range) => TE.fromIO(() => inRange(range)(data.pets)),
});

/** The expected content of a store. */
interface Model {
  readonly data: PetData;
  /** A repository on the data. */
  readonly plain: PetRepository;
  /** The name of the animal that each id was assigned to. */
  readonly used: Map<bigint, string>;
}

type PetCommand = Command<Model, PetRepository>;

/** The n-th id that was assigned, also that of an animal that was removed, or now and then an id that none had. */
const idAt = ({ used }: Model, n: number): Pet['id'] => petId([...used.keys()][n % (used.size + 1)] ?? 0n);

const nameOf = ({ name }: PetDetails): string =>
  /^[\w ]{1,20}$/.test(name) ? name : JSON.stringify(name).slice(0, 20);

const called = (model: Model, n: number): string => {
  const wanted = idAt(model, n);
  const pet = model.data.pets.find(({ id }) => id === wanted);
  return pet === undefined ? 'an animal that does not exist' : `${nameOf(pet)} (id ${wanted})`;
};

const describe = (given: NewPet, used?: Idempotency): string => {
  const fields = Object.values({ ...given, name: nameOf(given) }).join(' ');
  return `add ${fields}${used === undefined ? '' : ` with the idempotency key ${used.key} of ${used.scope}`}`;
};

const add = (given: NewPet, used?: Idempotency): PetCommand => ({
  inWords: () => describe(given, used),
  run: async (model, pets) => {
    const { data, plain } = model;
    const isNew = used === undefined || !data.records.has(recordKey(used));
    const outcome = await pets.add(given, used)();
    // Every repository chooses the id of a new animal, so the plain one follows.
    if (isNew && E.isRight(outcome) && Pet.is(outcome.right.pet)) data.lastId = outcome.right.pet.id - 1n;
    assert.deepEqual(shown(outcome), await plain.add(given, used)());
    if (!isNew) return;
    const before = model.used.get(data.lastId);
    assert.ok(before === undefined, `the id ${data.lastId} of ${before} is used again`);
    model.used.set(data.lastId, nameOf(given));
  },
});

const find = (n: number): PetCommand =>
  alike(
    (model) => `find ${called(model, n)}`,
    (pets, model) => pets.find(idAt(model, n)),
  );

/** One of many ranges of a store. */
const rangeAt = ({ data: { pets } }: Model, n: number): PetRange => {
  const ranges = rangesOf(pets.map(({ id }) => id));
  return ranges[n % ranges.length] ?? assert.fail('there are ranges of no animals');
};

const list = (n: number): PetCommand =>
  alike(
    (model) =>
      `list ${Object.entries(rangeAt(model, n))
        .map(([field, value]) => `${field} ${value}`)
        .join(', ')}`,
    (pets, model) => pets.list(rangeAt(model, n)),
  );

// Few animals and few keys, so that retries and reused keys are common.
const fewPets = fc.constantFrom(...somePets(4));
const fewKeys = fc.constantFrom(idempotency('k'), idempotency('K'), idempotency('k', 'bbbbbbbb'));
const indexes = fc.nat({ max: 20 });

const adds = fc.oneof(
  fc.oneof(fewPets, newPets).map((given) => add(given)),
  fc.tuple(fewPets, fewKeys).map(([given, used]) => add(given, used)),
);

/** The plain model of a store of animals. */
export const plainPets: Plain<Model, PetRepository> = {
  empty: () => {
    const data = createPetData();
    return { data, plain: petsOn(data), used: new Map() };
  },
  commands: { add: adds, find: indexes.map(find), list: fc.nat().map(list) },
  compare: async ({ data }, pets) => assert.deepEqual(await allPets(pets), data.pets),
};

/** The same model of a store from which another program removes animals. */
export const plainPetsRemovedBy = ({ remove }: DurablePetRepositoryFixture): typeof plainPets => {
  const removal = (n: number): PetCommand => ({
    inWords: (model) => `remove ${called(model, n)} past the repository`,
    run: async (model) => {
      const id = idAt(model, n);
      await remove(id);
      model.data.pets = model.data.pets.filter((pet) => pet.id !== id);
    },
  });
  const past = { removal: indexes.map(removal) };
  return { ...plainPets, commands: { ...plainPets.commands, ...past } };
};
