import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { PetRepository } from '@animal-store/domain';
import fc from 'fast-check';
import type { either as E } from 'fp-ts';
import { checkProperty } from '../core/check-property.ts';
import { lawOfTwo } from '../core/durable-laws.ts';
import { errorLike, messageOf } from '../core/error-like.ts';
import type { Law } from '../core/law.ts';
import { shown } from '../core/outcome.ts';
import type { DurablePetRepositoryFixture } from '../fixtures.ts';
import { newPet } from '../samples.ts';
import { addPet, allPets } from './all-pets.ts';
import { followId, modelOf, type PetCommand, type PetData, petOperations } from './pet-operations.ts';

type Race = readonly [PetCommand, PetCommand];
type Run = (pets: PetRepository) => ReturnType<ReturnType<PetCommand['operation']>>;

const operations = Object.values(petOperations);
const reads = operations.filter(({ unfinished }) => unfinished === 'reads');
const writes = operations.filter(({ unfinished }) => unfinished !== 'reads');
const commandsOf = ({ commands }: (typeof operations)[number]) => fc.oneof(...commands);

// Of two updates about every other race has both on the stored animal, and half of those would lose one.
const racesOfPair = 12;

/** Races of each write with itself, every other write and every read. */
const races: fc.Arbitrary<readonly Race[]> = fc
  .tuple(
    ...writes.flatMap((write, index) =>
      [...writes.slice(index), ...reads].map((other) =>
        fc.array(fc.tuple(commandsOf(write), commandsOf(other)), { minLength: racesOfPair, maxLength: racesOfPair }),
      ),
    ),
  )
  .map((pairs) => pairs.flat());

type Outcomes = readonly [E.Either<unknown, unknown>, E.Either<unknown, unknown>];

/** What a plain store returns and keeps if two operations run in an order. The outcomes that were seen have the new ids. */
const runInOrder = async (
  before: PetData,
  runs: readonly [Run, Run],
  order: readonly (0 | 1)[],
  seen: Outcomes,
): Promise<{ readonly data: PetData; readonly expected: unknown }> => {
  const model = modelOf({ ...before, records: new Map(before.records) });
  const outcomes: unknown[] = [];
  for (const index of order) {
    followId(model, seen[index]);
    outcomes[index] = await runs[index](model.plain);
  }
  return { data: model.data, expected: { outcomes, stored: model.data.pets } };
};

/** Runs two operations at once on a store of one animal, and empties it. Returns the records that the store has now. */
const run = async (
  race: Race,
  records: PetData['records'],
  [one, other]: readonly [PetRepository, PetRepository],
  { remove }: DurablePetRepositoryFixture,
): Promise<PetData['records']> => {
  const stored = await addPet(one, newPet('Rex', 7n, 'available'));
  const before: PetData = { lastId: stored.id, pets: [stored], records };
  // Three of four ids that a command may choose are that of the stored animal.
  const ids = modelOf({ ...before, pets: [stored, stored, stored] });
  const runs = [
    (pets: PetRepository) => race[0].operation(pets, ids)(),
    (pets: PetRepository) => race[1].operation(pets, ids)(),
  ] as const;
  const outcomes = await Promise.all([runs[0](one), runs[1](other)]);
  const seen = { outcomes: outcomes.map(shown), stored: await allPets(one) };
  const orders = [await runInOrder(before, runs, [0, 1], outcomes), await runInOrder(before, runs, [1, 0], outcomes)];
  const found = orders.find(({ expected }) => isDeepStrictEqual(seen, expected));
  try {
    if (found === undefined) assert.deepEqual(seen, orders[0]?.expected);
  } catch (error) {
    throw errorLike(error, `${race[0].inWords(ids)} and at once ${race[1].inWords(ids)}: ${messageOf(error)}`);
  }
  for (const { id } of seen.stored) await remove(id);
  return found?.data.records ?? records;
};

export const durablePetsRaces: readonly Law<DurablePetRepositoryFixture>[] = lawOfTwo<
  PetRepository,
  DurablePetRepositoryFixture
>(
  (two) => `of two operations at once by two ${two} one seems to run after the other`,
  (one, other, fixture) =>
    checkProperty(
      fc.noBias(races),
      async (drawn) => {
        let records: PetData['records'] = new Map();
        for (const race of drawn) records = await run(race, records, [one, other], fixture);
      },
      { numRuns: 1, endOnFailure: true },
    ),
);
