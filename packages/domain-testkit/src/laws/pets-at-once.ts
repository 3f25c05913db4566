import assert from 'node:assert/strict';
import { type Pet, type PetRepository, withId } from '@animal-store/domain';
import { type Law, law, lawOnEmpty } from '../core/law.ts';
import { spoil } from '../core/spoil.ts';
import { newPet } from '../samples.ts';
import { addInTurn, addPet, allPets } from './all-pets.ts';
import { type PetOperation, petOperations } from './pet-operations.ts';

export const petsAliasing: readonly Law<PetRepository>[] = [
  // The adapter chooses when it reads the fields, but it must read all of them at one moment.
  lawOnEmpty('a change to the given animal while the add is in flight is kept wholly or not at all', async (pets) => {
    const [before, after] = [newPet('Rex', 7n, 'sold'), newPet('Pip', 8n, 'pending')];
    const given = { ...before };
    const running = addPet(pets, given);
    Object.assign(given, after);
    const added = await running;
    assert.deepEqual(added, withId(added.id, added.name === 'Rex' ? before : after));
    assert.deepEqual(await allPets(pets), [added]);
  }),
];

// Two of them have a status in common, so that an operation may tell them apart by counting as well.
const given = [newPet('Rex', 1n, 'available'), newPet('Pip', 2n, 'sold'), newPet('Kim', 3n, 'sold')];

/** A value without the ids in it, which differ between two stores. */
const withoutIds = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, field) => (key === 'id' ? undefined : typeof field === 'bigint' ? `${field}` : field)),
  );

type Run = () => Promise<unknown>;

/** Runs a sample of an operation for two animals of a store. Returns the outcomes, and the animals afterwards in order of name. */
const runTwo = async (
  pets: PetRepository,
  { sample }: PetOperation,
  runAll: (runs: readonly Run[]) => Promise<readonly unknown[]>,
): Promise<unknown> => {
  const stored = await addInTurn(pets, given);
  const outcomes = await runAll(stored.slice(0, 2).map((pet): Run => sample(pets, pet)));
  const after = (await allPets(pets)).toSorted(
    (a, b) => a.name.localeCompare(b.name) || Number(a.categoryId - b.categoryId),
  );
  return withoutIds({ outcomes, after });
};

const inTurn = async (runs: readonly Run[]): Promise<readonly unknown[]> => {
  const outcomes: unknown[] = [];
  for (const run of runs) outcomes.push(await run());
  return outcomes;
};
const atOnce = (runs: readonly Run[]): Promise<readonly unknown[]> => Promise.all(runs.map((run) => run()));

const lawOfOperations = (
  name: string,
  check: (operation: PetOperation, fresh: () => Promise<PetRepository>) => Promise<readonly [unknown, unknown]>,
): Law<PetRepository> =>
  law(name, async (fresh) => {
    for (const [operation, it] of Object.entries(petOperations)) {
      const [seen, expected] = await check(it, fresh);
      assert.deepEqual({ operation, seen }, { operation, seen: expected });
    }
  });

export const petsAtOnce: readonly Law<PetRepository>[] = [
  lawOfOperations('two runs of one operation at once do and return what they do in turn', async (operation, fresh) => {
    const expected = await runTwo(await fresh(), operation, inTurn);
    return [await runTwo(await fresh(), operation, atOnce), expected];
  }),
  lawOfOperations(
    'a change to what one of two equal runs at once returned does not reach the other',
    async ({ sample }, fresh) => {
      const pets = await fresh();
      const [pet] = (await addInTurn(pets, given)) as readonly [Pet];
      const [mine, yours] = await Promise.all([sample(pets, pet)(), sample(pets, pet)()]);
      const expected = structuredClone(yours);
      spoil(mine);
      return [yours, expected];
    },
  ),
];
