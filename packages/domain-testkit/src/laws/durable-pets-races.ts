import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Pet, PetRepository } from '@animal-store/domain';
import fc from 'fast-check';
import { checkProperty } from '../core/check-property.ts';
import { lawOfTwo } from '../core/durable-laws.ts';
import { errorLike, messageOf } from '../core/error-like.ts';
import type { Law } from '../core/law.ts';
import { shown } from '../core/outcome.ts';
import type { DurablePetRepositoryFixture } from '../fixtures.ts';
import { newPet } from '../samples.ts';
import { addPet, allPets } from './all-pets.ts';
import { followId, modelOf, type PetCommand, type PetData, petCommands } from './plain-pets.ts';

const { writes, reads } = petCommands;

/** Races of two writes, and of a write with a read. */
const races = fc.array(fc.tuple(writes, fc.oneof(writes, reads)), { minLength: 24, maxLength: 24 });

/** Runs two operations at once on a store of one animal, and empties it. Returns the records that the store has now. */
const race = async (
  [one, other]: readonly [PetCommand, PetCommand],
  stored: Pet,
  records: PetData['records'],
  repositories: readonly [PetRepository, PetRepository],
): Promise<PetData['records']> => {
  const before: PetData = { lastId: stored.id, pets: [stored], records };
  // Three of four ids that a command may choose are that of the stored animal.
  const ids = modelOf({ ...before, pets: [stored, stored, stored] });
  const outcomes = await Promise.all([one.operation(repositories[0], ids)(), other.operation(repositories[1], ids)()]);
  const seen = { outcomes: outcomes.map(shown), stored: await allPets(repositories[0]) };

  // What a plain store returns and keeps in an order. The new ids are those that were seen.
  const inOrder = async (order: readonly (0 | 1)[]) => {
    const model = modelOf({ ...before, records: new Map(records) });
    const expected: unknown[] = [];
    for (const index of order) {
      followId(model, outcomes[index]);
      expected[index] = await [one, other][index]?.operation(model.plain, ids)();
    }
    return { records: model.data.records, seen: { outcomes: expected, stored: model.data.pets } };
  };

  const orders = [await inOrder([0, 1]), await inOrder([1, 0])];
  const found = orders.find((order) => isDeepStrictEqual(seen, order.seen));
  if (found !== undefined) return found.records;
  try {
    assert.deepEqual(seen, orders[0]?.seen);
  } catch (error) {
    throw errorLike(error, `${one.inWords(ids)} and at once ${other.inWords(ids)}: ${messageOf(error)}`);
  }
  return records;
};

export const durablePetsRaces: readonly Law<DurablePetRepositoryFixture>[] = lawOfTwo<
  PetRepository,
  DurablePetRepositoryFixture
>(
  (two) => `of two operations at once by two ${two} one seems to run after the other`,
  (one, other, { remove }) =>
    checkProperty(
      fc.noBias(races),
      async (drawn) => {
        let records: PetData['records'] = new Map();
        for (const commands of drawn) {
          const stored = await addPet(one, newPet('Rex', 7n, 'available'));
          records = await race(commands, stored, records, [one, other]);
          for (const { id } of await allPets(one)) await remove(id);
        }
      },
      { numRuns: 1, endOnFailure: true },
    ),
);
