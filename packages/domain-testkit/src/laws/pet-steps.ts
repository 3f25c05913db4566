import assert from 'node:assert/strict';
import type { Added, Idempotency, NewPet, Pet, PetRepository } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { succeed } from '../core/outcome.ts';
import { idempotency, newPet } from '../samples.ts';

/** Animals in ascending order of id. */
export const byId = (pets: readonly Pet[]): readonly Pet[] => pets.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** Every animal of a repository with fewer than a thousand animals. */
export const allPets = async (pets: Pick<PetRepository, 'list'>): Promise<readonly Pet[]> => {
  const all = await succeed(pets.list({ limit: 1000 }));
  const late = all.find(({ id }, index) => id <= (all[index - 1]?.id ?? 0n));
  if (late !== undefined)
    assert.fail(`list has the id ${late.id} too late: order by id, as a number and not as a text`);
  return all;
};

/** Adds an animal, and returns it. */
export const addPet = async (pets: Pick<PetRepository, 'add'>, newPet: NewPet, used?: Idempotency): Promise<Pet> => {
  const { pet } = await succeed(pets.add(newPet, used));
  return pet ?? assert.fail('add must return { pet, replayed }');
};

/** The result of a retry of a creation. */
export const replayed = (pet: Pet): Added => ({ pet, replayed: true });

/** Adds animals one after another. */
export const addInTurn = async (pets: PetRepository, newPets: readonly NewPet[]): Promise<readonly Pet[]> => {
  const added: Pet[] = [];
  for (const newPet of newPets) added.push(await addPet(pets, newPet));
  return added;
};

export type Outcome = Awaited<ReturnType<ReturnType<PetRepository['add']>>>;

/** A creation during a failure. Its animal has a unique name. */
export interface Creation {
  readonly given: NewPet;
  readonly used: Idempotency;
  readonly outcome: Outcome;
}

/** Tries to add an animal that is named after its idempotency key. */
export const create = async (pets: Pick<PetRepository, 'add'>, name: string): Promise<Creation> => {
  const given = newPet(name, 7n, 'pending');
  const used = idempotency(name);
  return { given, used, outcome: await pets.add(given, used)() };
};

/** Adds animals in eight lanes, each until an add fails, or until `goesOn` says no. It is called with all creations so far. */
export const createUntilFailure = async (
  pets: PetRepository,
  round: string,
  goesOn: (creations: readonly Creation[]) => boolean,
): Promise<readonly Creation[]> => {
  const creations: Creation[] = [];
  const lane = async (n: number): Promise<void> => {
    for (let m = 0; ; m++) {
      const creation = await create(pets, `${round}-${n}-${m}`);
      creations.push(creation);
      if (E.isLeft(creation.outcome) || !goesOn(creations)) return;
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, n) => lane(n)));
  return creations;
};

/** The outcomes of creations. */
export const outcomesOf = (creations: readonly Creation[]): readonly Outcome[] =>
  creations.map(({ outcome }) => outcome);

const namesake = (stored: readonly Pet[], { given: { name } }: Creation): readonly Pet[] =>
  stored.filter((pet) => pet.name === name);

/**
 * Checks that each acknowledged animal is stored once, that no other animal is stored twice, and that a retry completes
 * every creation with one animal: the one that was acknowledged or stored before. It ignores animals with other names.
 * The next new id is greater than those of all acknowledged animals.
 */
export const assertSettled = async (pets: PetRepository, creations: readonly Creation[]): Promise<void> => {
  const stored = await allPets(pets);
  for (const creation of creations) {
    const found = namesake(stored, creation);
    if (E.isRight(creation.outcome)) assert.deepEqual(found, [creation.outcome.right.pet]);
    else assert.ok(found.length < 2, `"${creation.given.name}" is stored ${found.length} times`);
  }
  const retried = await Promise.all(creations.map(({ given, used }) => addPet(pets, given, used)));
  const settled = await allPets(pets);
  for (const [index, creation] of creations.entries()) {
    assert.deepEqual(namesake(settled, creation), [retried[index]]);
    const [before] = namesake(stored, creation);
    if (before !== undefined) assert.deepEqual(retried[index], before);
  }
  const { id } = await addPet(pets, newPet('the next'));
  for (const pet of retried) assert.ok(id > pet.id, `the id ${id} was assigned after ${pet.id}`);
};
