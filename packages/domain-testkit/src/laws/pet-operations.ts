import assert from 'node:assert/strict';
import {
  hasStatus,
  type Idempotency,
  idempotencyKeyReused,
  type NewPet,
  newPetEq,
  Pet,
  type PetRange,
  type PetRepository,
  withId,
} from '@animal-store/domain';
import fc from 'fast-check';
import { either as E, option as O, type taskEither as TE } from 'fp-ts';
import { newPets, petStatuses } from '../arbitraries.ts';
import type { Law } from '../core/law.ts';
import { type Command, lawsOfModel, type Plain } from '../core/model.ts';
import { shown, succeed, succeedWith } from '../core/outcome.ts';
import type { DurablePetRepositoryFixture } from '../fixtures.ts';
import { idempotency, petId, somePets } from '../samples.ts';
import { allPets } from './all-pets.ts';
import { byId } from './pet-creations.ts';

/** The expected content of a store. */
interface Model {
  /** In order of id. */
  pets: readonly Pet[];
  /** The animal of each idempotency key. */
  readonly records: Map<string, Pet>;
  /** The name of the animal that each id was assigned to. */
  readonly used: Map<bigint, string>;
  /** The greatest id that each opening of the store has assigned. */
  readonly greatest: Map<PetRepository, bigint>;
}

type PetCommand = Command<Model, PetRepository>;

/**
 * What an operation does to an animal whose creation is unfinished: its record reserves the key, and the animal is stored or
 * not. A write runs for the animal, and returns a check that what it acknowledged still holds.
 */
export type Unfinished<R> = 'reads' | ((pets: R, pet: Pet) => Promise<() => Promise<void>>);

/** What the laws of all operations have to know of one. */
export interface PetOperation {
  readonly commands: readonly fc.Arbitrary<PetCommand>[];
  /** A run for an animal, which is stored or not. It writes no other stored animal. */
  readonly sample: (pets: PetRepository, pet: Pet) => TE.TaskEither<{ readonly _tag: string }, unknown>;
  readonly unfinished: Unfinished<PetRepository>;
}

/** The id of the n-th animal, or now and then an id that no animal has. */
const idAt = ({ pets }: Model, n: number): Pet['id'] => pets[n % (pets.length + 1)]?.id ?? petId(0n);

const called = ({ pets }: Model, wanted: Pet['id']): string => {
  const pet = pets.find(({ id }) => id === wanted);
  return pet === undefined ? 'an animal that does not exist' : `${nameOf(pet)} (id ${wanted})`;
};

const nameOf = ({ name }: NewPet): string => (/^[\w ]{1,20}$/.test(name) ? name : JSON.stringify(name).slice(0, 20));

const describe = (given: NewPet, used?: Idempotency): string => {
  const fields = Object.values({ ...given, name: nameOf(given) }).join(' ');
  return `add ${fields}${used === undefined ? '' : ` with the idempotency key ${used.key} of ${used.scope}`}`;
};

const assertNewId = ({ used, greatest }: Model, pets: PetRepository, id: Pet['id']): void => {
  const before = used.get(id);
  assert.ok(before === undefined, `the id ${id} of ${before} is used again`);
  const last = greatest.get(pets) ?? 0n;
  assert.ok(id > last, `the new id ${id} is not greater than ${last}, which was assigned before`);
};

const add = (given: NewPet, used?: Idempotency): PetCommand => ({
  inWords: () => describe(given, used),
  run: async (model, pets) => {
    const record = used === undefined ? undefined : model.records.get(`${used.scope} ${used.key}`);
    const outcome = shown(await pets.add(given, used)());
    if (record !== undefined) {
      assert.deepEqual(outcome, newPetEq.equals(record, given) ? E.right(record) : E.left(idempotencyKeyReused));
      return;
    }
    const id = E.isRight(outcome) && Pet.is(outcome.right) ? outcome.right.id : petId(0n);
    const added = withId(id, given);
    assert.deepEqual(outcome, E.right(added));
    assertNewId(model, pets, id);
    model.used.set(id, nameOf(given));
    model.greatest.set(pets, id);
    model.pets = byId([...model.pets, added]);
    if (used !== undefined) model.records.set(`${used.scope} ${used.key}`, added);
  },
});

const find = (n: number): PetCommand => ({
  inWords: (model) => `find ${called(model, idAt(model, n))}`,
  run: async (model, pets) => {
    const id = idAt(model, n);
    await succeedWith(pets.find(id), O.fromNullable(model.pets.find((pet) => pet.id === id)));
  },
});

const list = (limit: number, status?: PetRange['status'], n?: number): PetCommand => ({
  inWords: (model) =>
    `list ${limit}${status === undefined ? '' : ` ${status}`}${n === undefined ? '' : ` after ${called(model, idAt(model, n))}`}`,
  run: async (model, pets) => {
    const after = n === undefined ? undefined : idAt(model, n);
    const range = { limit, ...(status === undefined ? {} : { status }), ...(after === undefined ? {} : { after }) };
    const passing = model.pets.filter(hasStatus(status)).filter(({ id }) => after === undefined || id > after);
    await succeedWith(pets.list(range), passing.slice(0, limit));
  },
});

// Few animals and few keys, so that retries and reused keys are common.
const fewPets = fc.constantFrom(...somePets(4));
const fewKeys = fc.constantFrom(idempotency('k'), idempotency('K'), idempotency('k', 'bbbbbbbb'));

const indexes = fc.nat({ max: 20 });

/** Every operation of the port. What is written here proves it in a plain store, in reopened, shared and failing ones. */
export const petOperations: Readonly<Record<keyof PetRepository, PetOperation>> = {
  add: {
    commands: [
      fc.oneof(fewPets, newPets).map((given) => add(given)),
      fc.tuple(fewPets, fewKeys).map(([given, used]) => add(given, used)),
    ],
    sample: (pets, { id: _, ...given }) => pets.add(given),
    unfinished: async (pets, { id: _, ...given }) => {
      const added = await succeed(pets.add(given));
      return () => succeedWith(pets.find(added.id), O.some(added));
    },
  },
  find: {
    commands: [indexes.map(find)],
    sample: (pets, { id }) => pets.find(id),
    unfinished: 'reads',
  },
  list: {
    commands: [
      fc
        .tuple(
          fc.integer({ min: 1, max: 8 }),
          fc.option(petStatuses, { nil: undefined }),
          fc.option(indexes, { nil: undefined }),
        )
        .map(([limit, status, n]) => list(limit, status, n)),
    ],
    sample: (pets, { id }) => pets.list({ limit: 1, after: id }),
    unfinished: 'reads',
  },
};

/** The plain model of a store of animals. */
export const plainPets: Plain<Model, PetRepository> = {
  empty: () => ({ pets: [], records: new Map(), used: new Map(), greatest: new Map() }),
  commands: Object.values(petOperations).flatMap(({ commands }) => commands),
  compare: async (model, pets) => assert.deepEqual(await allPets(pets), model.pets),
};

export const petsModel: readonly Law<PetRepository>[] = lawsOfModel('animals', plainPets);

/** The same model of a store from which another program removes animals. */
export const plainPetsRemovedBy = ({ remove }: DurablePetRepositoryFixture): typeof plainPets => {
  const removal = (n: number): PetCommand => ({
    inWords: (model) => `remove ${called(model, idAt(model, n))} past the repository`,
    run: async (model) => {
      const id = idAt(model, n);
      await remove(id);
      model.pets = model.pets.filter((pet) => pet.id !== id);
    },
  });
  return { ...plainPets, commands: [...plainPets.commands, indexes.map(removal)] };
};
