import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Idempotency, NewPet, Pet, PetRepository } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { succeed } from '../core/outcome.ts';
import { idempotency, newPet } from '../samples/pets.ts';
import { addPet, allPets } from './pet-steps.ts';
import { type PetWrite, petWrites } from './pet-writes.ts';

/** A creation with an idempotency key before or during a failure. Its animal has a unique name. */
export interface Creation {
  readonly given: NewPet;
  readonly used: Idempotency;
  readonly outcome: Awaited<ReturnType<ReturnType<PetRepository['add']>>>;
  /** A write that was then run for the animal. */
  readonly written?: { readonly write: PetWrite; readonly outcome: E.Either<{ readonly _tag: string }, unknown> };
}

/** Tries to add an animal that is named after its idempotency key. */
export const create = async (pets: Pick<PetRepository, 'add'>, name: string): Promise<Creation> => {
  const given = newPet(name, 7n, 'pending');
  const used = idempotency(name);
  return { given, used, outcome: await pets.add(given, used)() };
};

/** Runs a write for the animal of a creation, unless its add has failed. */
export const writeOn = async (pets: PetRepository, creation: Creation, write: PetWrite): Promise<Creation> =>
  E.isLeft(creation.outcome)
    ? creation
    : { ...creation, written: { write, outcome: await write.run(pets, creation.outcome.right.pet)() } };

/**
 * Adds animals and runs writes for some of them in eight lanes, each until one fails, or until `goesOn` says no. It is called with
 * all creations so far.
 */
export const createUntilFailure = async (
  pets: PetRepository,
  round: string,
  goesOn: (creations: readonly Creation[]) => boolean,
): Promise<readonly Creation[]> => {
  const creations: Creation[] = [];
  const lane = async (n: number): Promise<void> => {
    for (let m = 0; ; m++) {
      const created = await create(pets, `${round}-${n}-${m}`);
      const write = petWrites[m % (2 * petWrites.length)];
      const creation = write === undefined ? created : await writeOn(pets, created, write);
      creations.push(creation);
      if (outcomesOf([creation]).some(E.isLeft) || !goesOn(creations)) return;
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, n) => lane(n)));
  return creations;
};

/** The outcomes of creations, and of the writes that were then run. */
export const outcomesOf = (creations: readonly Creation[]): readonly E.Either<{ readonly _tag: string }, unknown>[] =>
  creations.flatMap(({ outcome, written }) => (written === undefined ? [outcome] : [outcome, written.outcome]));

const acknowledged = ({ outcome }: Creation): Pet | undefined => (E.isRight(outcome) ? outcome.right.pet : undefined);

/** The animals of a creation: that with its id, and those with its name. */
const petsOf = (stored: readonly Pet[], { given }: Creation, id: bigint | undefined): readonly Pet[] =>
  stored.filter((pet) => pet.id === id || pet.name === given.name);

/** Checks that an acknowledged animal is stored as an acknowledged write has left it, and that no other one is stored twice. */
const assertStored = (found: readonly Pet[], { given, outcome, written }: Creation): void => {
  if (E.isLeft(outcome)) {
    assert.ok(found.length < 2, `"${given.name}" is stored ${found.length} times`);
    return;
  }
  const before = [outcome.right.pet];
  const isUnwritten = written === undefined || (E.isLeft(written.outcome) && isDeepStrictEqual(found, before));
  assert.deepEqual(found, isUnwritten ? before : before.flatMap(written.write.after));
};

/**
 * Checks what is stored after a failure, and then acts as clients do: it repeats each write, runs each write of the port and `past`
 * the repository for some of the stored animals, and retries each creation. That returns the animal that was acknowledged or stored
 * before, or else adds it, and changes nothing else. The next new id is greater than those of all animals.
 */
export const assertSettled = async (
  pets: PetRepository,
  creations: readonly Creation[],
  past: readonly PetWrite[] = [],
): Promise<void> => {
  const stored = await allPets(pets);
  const ways = [undefined, ...petWrites, ...past];
  const left = await Promise.all(
    creations.map(async (creation, index) => {
      const found = petsOf(stored, creation, acknowledged(creation)?.id);
      assertStored(found, creation);
      const pet = acknowledged(creation) ?? found[0];
      if (pet === undefined) return undefined;
      const writes = [creation.written?.write, ways[index % ways.length]].filter((one) => one !== undefined);
      for (const { run } of writes) await succeed(run(pets, pet));
      return { pet, after: writes.reduce<readonly Pet[]>((before, { after }) => before.flatMap(after), [pet]) };
    }),
  );
  const retried = await Promise.all(creations.map(({ given, used }) => addPet(pets, given, used)));
  const settled = await allPets(pets);
  for (const [index, creation] of creations.entries()) {
    const added = retried[index] ?? assert.fail('every creation is retried');
    const { pet, after } = left[index] ?? { pet: added, after: [added] };
    assert.deepEqual(added, pet);
    const found = petsOf(settled, creation, pet.id);
    if (after.length === 0 && found.length > 0)
      assert.fail(
        `"${pet.name}" was removed, and the retry of its creation stored it again: leave a mark of the removal, or store the ` +
          'animal and the record of its creation in one commit',
      );
    assert.deepEqual(found, after);
  }
  const known = new Set<unknown>([...settled.map(({ id }) => id), ...left.map((one) => one?.pet.id)]);
  const lost = stored.filter(({ id }) => !known.has(id)).map(({ name }) => name);
  assert.ok(lost.length === 0, `the retry of a creation removed ${lost.join(', ')}`);
  const { id } = await addPet(pets, newPet('the next'));
  for (const pet of retried) assert.ok(id > pet.id, `the id ${id} was assigned after ${pet.id}`);
};
