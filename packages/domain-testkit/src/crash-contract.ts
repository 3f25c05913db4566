import assert from 'node:assert/strict';
import { either as E } from 'fp-ts';
import { type Law, lawOnEmpty } from './core/law.ts';
import { assertUnavailable, eventually, succeed, succeedWith } from './core/outcome.ts';
import { lawsOnOpened, watchedOpen } from './core/watched.ts';
import type { CrashFixture } from './fixtures.ts';
import {
  addInTurn,
  allPets,
  assertSettled,
  type Creation,
  create,
  createUntilFailure,
  outcomesOf,
  writeOn,
} from './laws/pet-steps.ts';
import { petWrites } from './laws/pet-writes.ts';
import { apiKey, instant, somePets } from './samples.ts';

type CrashedStore = Awaited<ReturnType<CrashFixture['open']>>['repository'];

/** Crashes the server, and opens the store as soon as it can be read. */
const crashAndReopen = async ({ open, crash, recoversWithinMS }: CrashFixture): Promise<CrashedStore> => {
  await crash();
  const { repository } = await open();
  await eventually(recoversWithinMS, 'the store works again after a crash', async () =>
    E.isRight(await repository.pets.list({ limit: 1 })()),
  );
  return repository;
};

const acknowledgedBeforeCrash = 50;

const laws: readonly Law<CrashFixture>[] = [
  lawOnEmpty(
    'after a crash of the server every acknowledged write of an animal and of an API key holds',
    async (fixture) => {
      const { pets, apiKeys } = (await fixture.open()).repository;
      for (const n of [1, 2, 3]) await succeed(apiKeys.add(apiKey(n)));
      await succeed(apiKeys.revoke(apiKey(2).id, instant(20)));
      await succeed(apiKeys.recordUse(apiKey(3).id, instant(30)));
      const written: Creation[] = [];
      for (const write of petWrites) written.push(await writeOn(pets, await create(pets, write.name), write));
      const added = await addInTurn(pets, somePets(20));
      const after = await crashAndReopen(fixture);
      assert.deepEqual((await allPets(after.pets)).slice(-added.length), added);
      await assertSettled(after.pets, written);
      await succeedWith(after.apiKeys.list(), [apiKey(1), apiKey(2, { revoked: 20 }), apiKey(3, { lastUsed: 30 })]);
    },
  ),
  lawOnEmpty(
    'when the server crashes while animals are added each acknowledged one is stored once, and new ids are greater',
    async (fixture) => {
      const { pets } = (await fixture.open()).repository;
      let crashed: Promise<CrashedStore> | undefined;
      let isOver = false;
      const creations = await createUntilFailure(pets, 'animal', ({ length }) => {
        if (length >= acknowledgedBeforeCrash)
          crashed ??= crashAndReopen(fixture).finally(() => {
            isOver = true;
          });
        return !isOver;
      });
      const after = (await crashed) ?? assert.fail('an add failed before the crash');
      assertUnavailable(outcomesOf(creations).filter(E.isLeft));
      await assertSettled(after.pets, creations);
    },
  ),
];

/** Every law of a store on a server whose acknowledged data outlive a crash of the server. */
export const crashContract: readonly Law<CrashFixture>[] = lawsOnOpened(
  (fixture, ending) => ({ ...fixture, open: watchedOpen(fixture.open, ending) }),
  laws,
);
