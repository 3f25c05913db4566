import { type Pet, type PetRepository, withId } from '@animal-store/domain';
import { taskEither as TE } from 'fp-ts';
import type { Operation } from '../core/durable-laws.ts';
import type { PetRepositoryFixture } from '../fixtures.ts';
import { idempotency, newPet, otherPet } from '../samples/pets.ts';

/** A way to write, and what it leaves of the stored animal for which it is run. */
export interface PetWrite extends Operation<PetRepository, Pet> {
  readonly kind: 'write';
  readonly after: (pet: Pet) => readonly Pet[];
}

/** An operation on animals, run for a stored animal. */
export type PetOperation = PetWrite | (Operation<PetRepository, Pet> & { readonly kind: 'read' });

/**
 * Each operation of the port `PetRepository`. The compiler requires all of them. The laws of failures, of a killed process, of a
 * crash, of retried creations and of two writes at once run each write, and the tests of a store can run each operation, for
 * example with the rights of its user.
 */
export const petOperations: Readonly<Record<keyof PetRepository, PetOperation>> = {
  add: { kind: 'write', run: (pets) => pets.add(newPet('another'), idempotency('another')), after: (pet) => [pet] },
  find: { kind: 'read', run: (pets, { id }) => pets.find(id) },
  list: { kind: 'read', run: (pets, { id }) => pets.list({ limit: 1, after: id }) },
};

/** A write of the port, with the name of its method. */
export interface NamedWrite extends PetWrite {
  readonly name: string;
}

/** The writes of the port. */
export const petWrites: readonly NamedWrite[] = Object.entries(petOperations).flatMap(([name, operation]) =>
  operation.kind === 'write' ? [{ name, ...operation }] : [],
);

/** The writes of a fixture, which change and remove an animal past the repository. */
export const writesPast = ({
  replace,
  remove,
}: Pick<PetRepositoryFixture, 'replace' | 'remove'>): readonly PetWrite[] => {
  const changed = (pet: Pet): Pet => withId(pet.id, otherPet);
  return [
    { kind: 'write', run: (_, pet) => TE.fromTask(() => replace(changed(pet))), after: (pet) => [changed(pet)] },
    { kind: 'write', run: (_, { id }) => TE.fromTask(() => remove(id)), after: () => [] },
  ];
};
