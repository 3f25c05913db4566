import assert from 'node:assert/strict';
import type { Idempotency, NewPet, PetRepository } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { succeed, type Tried } from '../core/outcome.ts';
import { idempotency, newPet } from '../samples/pets.ts';
import { type NamedWrite, type PetWrite, petWrites } from './pet-writes.ts';

/** An animal that a client has tried to add, and the write that it has then tried to run for it. */
export interface Creation {
  readonly given: NewPet;
  readonly used: Idempotency;
  readonly outcome: Awaited<ReturnType<ReturnType<PetRepository['add']>>>;
  written?: { readonly write: PetWrite; readonly outcome: Tried['outcome'] };
}

/** A client of a repository, which remembers what it has tried: `assertSettled` checks what must have become of it. */
export interface Client {
  readonly creations: readonly Creation[];
  /** Adds animals one after another, each with a name and an idempotency key of its own. It must succeed. */
  readonly add: (...names: readonly string[]) => Promise<void>;
  /** Runs a write for the animal that was added last. It must succeed. */
  readonly write: (write: NamedWrite) => Promise<void>;
  /** Tries to add such animals at once. */
  readonly tryToAdd: (...names: readonly string[]) => Promise<readonly Tried[]>;
  /** Tries to run each write of the port at once, each for another of the animals that were added first. */
  readonly tryEachWrite: () => Promise<readonly Tried[]>;
  /** Tries to add those animals again whose add was not acknowledged. */
  readonly tryAgain: () => Promise<readonly Tried[]>;
  /** Adds animals and writes for some of them in eight lanes, each until one of its operations fails or `goesOn` says no. */
  readonly writeUntilFailure: (name: string, goesOn: (added: number) => boolean) => Promise<readonly Tried[]>;
}

export const createClient = (pets: PetRepository): Client => {
  const creations: Creation[] = [];

  const create = async (name: string): Promise<Creation> => {
    const [given, used] = [newPet(name, 7n, 'pending'), idempotency(name)];
    const creation: Creation = { given, used, outcome: await pets.add(given, used)() };
    creations.push(creation);
    return creation;
  };

  const tryToAdd = async (name: string): Promise<Tried> => ({ operation: 'add', ...(await create(name)) });

  const tryWrite = async (
    write: NamedWrite,
    creation: Creation = assert.fail('add an animal first'),
  ): Promise<Tried> => {
    const { pet } = await succeed(async () => creation.outcome);
    creation.written = { write, outcome: await write.run(pets, pet)() };
    return { operation: write.name, outcome: creation.written.outcome };
  };

  /** Adds animals, runs each write for every second group of them, and stops after a failure. */
  const runLane = async (name: string, goesOn: () => boolean): Promise<readonly Tried[]> => {
    const tried: Tried[] = [];
    for (let n = 0; tried.every(({ outcome }) => E.isRight(outcome)) && goesOn(); n++) {
      const creation = await create(`${name}-${n}`);
      tried.push({ operation: 'add', outcome: creation.outcome });
      const write = petWrites[n % (2 * petWrites.length)];
      if (write !== undefined && E.isRight(creation.outcome)) tried.push(await tryWrite(write, creation));
    }
    return tried;
  };

  return {
    creations,
    add: async (...names) => {
      for (const name of names) await succeed(async () => (await create(name)).outcome);
    },
    write: async (write) => {
      await succeed(async () => (await tryWrite(write, creations.at(-1))).outcome);
    },
    tryToAdd: (...names) => Promise.all(names.map(tryToAdd)),
    tryEachWrite: () => Promise.all(petWrites.map((write, n) => tryWrite(write, creations[n]))),
    tryAgain: () =>
      Promise.all(
        creations
          .filter(({ outcome }) => E.isLeft(outcome))
          .map(async ({ given, used }) => ({ operation: 'add', outcome: await pets.add(given, used)() })),
      ),
    writeUntilFailure: async (name, goesOn) => {
      const lanes = Array.from({ length: 8 }, (_, n) => runLane(`${name}-${n}`, () => goesOn(creations.length)));
      return (await Promise.all(lanes)).flat();
    },
  };
};
