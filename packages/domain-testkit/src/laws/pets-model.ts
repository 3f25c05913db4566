import assert from 'node:assert/strict';
import type { PetRepository } from '@animal-store/domain';
import fc from 'fast-check';
import type { PetRepositoryFixture } from '../fixtures.ts';
import { type Law, law } from '../law.ts';
import { spoil } from '../tamper.ts';
import { allPets } from './all-pets.ts';
import { type Command, command, idAt, indexes, type Model, petOperations } from './pet-operations.ts';

const commands = Object.values(petOperations).flatMap((operation) => operation.commands);

/** Runs each command on the repository that `next` returns, and compares all animals whenever that is another one. */
const follow = async (sequence: readonly Command[], next: () => Promise<PetRepository>): Promise<void> => {
  const model: Model = { pets: [], records: new Map(), greatest: new Map() };
  let pets = await next();
  for (const [n, one] of sequence.entries()) {
    try {
      await one.run(model, pets);
      const before = pets;
      pets = await next();
      if (pets !== before || n + 1 === sequence.length) assert.deepEqual(await allPets(pets), model.pets);
    } catch (error) {
      throw new Error(`operation ${n + 1}, ${one}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  }
};

const followAny = (
  name: string,
  numRuns: number,
  changed: (pets: PetRepository) => PetRepository,
): Law<PetRepository> =>
  law(name, (fresh) =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(...commands), { maxLength: 30, size: 'max' }), async (sequence) => {
        const pets = changed(await fresh());
        await follow(sequence, async () => pets);
      }),
      { numRuns, includeErrorInReport: true },
    ),
  );

/**
 * Follows one long sequence in a durable store. It is not shrunk, because that would need many stores. Between the operations
 * animals are removed, as another program might do.
 */
export const followInDurableStore = (
  { remove }: Pick<PetRepositoryFixture, 'remove'>,
  next: () => Promise<PetRepository>,
): Promise<void> => {
  const removal = (n: number): Command =>
    command(`remove no. ${n}`, async (model) => {
      const id = idAt(model, n);
      await remove(id);
      model.pets = model.pets.filter((pet) => pet.id !== id);
    });
  const sequences = fc
    .array(fc.oneof(...commands, indexes.map(removal)), { minLength: 100, maxLength: 100, size: 'max' })
    .map((sequence) => ({ sequence, toString: () => `${sequence.length} operations` }));
  return fc.assert(
    fc.asyncProperty(sequences, ({ sequence }) => follow(sequence, next)),
    { numRuns: 1, endOnFailure: true, includeErrorInReport: true },
  );
};

type Operation = (...input: unknown[]) => () => Promise<unknown>;

/** A repository whose caller changes all that it has given and got, once an operation has ended. */
const careless = (pets: PetRepository): PetRepository => {
  const operations = pets as unknown as Readonly<Record<string, Operation>>;
  const run = async (name: string, input: unknown[]): Promise<unknown> => {
    const given = structuredClone(input);
    const outcome = await operations[name]?.(...given)();
    assert.deepEqual(given, input, `${name} writes into its input`);
    const seen = structuredClone(outcome);
    spoil(given);
    spoil(outcome);
    return seen;
  };
  const names = Object.keys(petOperations);
  return Object.fromEntries(
    names.map((name) => [
      name,
      (...input: unknown[]) =>
        () =>
          run(name, input),
    ]),
  ) as unknown as PetRepository;
};

export const petsModel: readonly Law<PetRepository>[] = [
  followAny('any sequence of operations on animals returns what a plain model returns', 40, (pets) => pets),
  followAny('a change to what an operation was given or has returned does not reach the store', 20, careless),
];
