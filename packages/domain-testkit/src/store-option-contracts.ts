import assert from 'node:assert/strict';
import { eventually } from './core/eventually.ts';
import { type Law, lawOnEmpty, lawsOn } from './core/law.ts';
import { succeed, succeedWith } from './core/outcome.ts';
import { watched } from './core/watched.ts';
import type { MustExistFixture, RecordLifetimeFixture } from './fixtures.ts';
import { idempotency, newPet } from './samples.ts';

const rex = newPet('Rex');
const used = idempotency('old');

const recordLifetimeLaws: readonly Law<RecordLifetimeFixture>[] = [
  lawOnEmpty('a record of a creation holds for its whole lifetime', async ({ pets, age }) => {
    const first = await succeed(pets.add(rex, used));
    await age(23);
    for (const n of [1, 2, 3]) await succeed(pets.add(newPet('Pip'), idempotency(`new-${n}`)));
    await succeedWith(pets.add(rex, used), first);
  }),
  lawOnEmpty('a record of a creation is removed after its lifetime', async ({ pets, age, removesWithinMS }) => {
    const first = await succeed(pets.add(rex, used));
    await age(25);
    await eventually(removesWithinMS, 'the record is removed', async () => {
      await succeed(pets.add(newPet('Pip'), idempotency(`new-${performance.now()}`)));
      return (await succeed(pets.add(rex, used))).id !== first.id;
    });
  }),
];

/** Every law of a store that removes the records of idempotent creations after a lifetime. */
export const recordLifetimeContract: readonly Law<RecordLifetimeFixture>[] = lawsOn(
  (fixture) => ({ ...fixture, pets: watched(fixture.pets) }),
  recordLifetimeLaws,
);

/** Every law of a store that can be refused if it does not exist yet. */
export const mustExistContract: readonly Law<MustExistFixture>[] = [
  lawOnEmpty('a store that must exist is refused if it does not, and is not made', async ({ openExisting, make }) => {
    const before = [await openExisting(), await openExisting()];
    await make();
    assert.deepEqual([...before, await openExisting()], ['refused', 'refused', 'opened']);
  }),
];
