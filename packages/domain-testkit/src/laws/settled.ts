import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Pet, PetRepository } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { succeed } from '../core/outcome.ts';
import type { PetRepositoryFixture } from '../fixtures.ts';
import { newPet } from '../samples/pets.ts';
import type { Client, Creation } from './client.ts';
import { addPet, allPets } from './pet-steps.ts';
import { type PetWrite, petWrites, writesPast } from './pet-writes.ts';

/** The ways in which an animal is written before its creation is retried: not at all, by the port, and past the repository. */
export const waysToWrite = (
  fixture?: Pick<PetRepositoryFixture, 'replace' | 'remove'>,
): readonly (PetWrite | undefined)[] => [
  undefined,
  ...petWrites,
  ...(fixture === undefined ? [] : writesPast(fixture)),
];

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
 * Checks what is stored after a failure, and then acts as clients do: it repeats each write, writes for each animal in one of the
 * `ways`, and retries each creation. That returns the animal that was acknowledged or stored before, or else adds it, and changes
 * nothing else. The next new id is greater than those of all animals.
 */
export const assertSettled = async (
  pets: PetRepository,
  { creations }: Pick<Client, 'creations'>,
  ways: readonly (PetWrite | undefined)[] = waysToWrite(),
): Promise<void> => {
  const stored = await allPets(pets);
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
  const expected = new Set<unknown>([...settled.map(({ id }) => id), ...left.map((one) => one?.pet.id)]);
  const lost = stored.filter(({ id }) => !expected.has(id)).map(({ name }) => name);
  assert.ok(lost.length === 0, `the retry of a creation removed ${lost.join(', ')}`);
  const { id } = await addPet(pets, newPet('the next'));
  for (const pet of retried) assert.ok(id > pet.id, `the id ${id} was assigned after ${pet.id}`);
};
