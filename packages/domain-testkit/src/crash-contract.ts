import assert from 'node:assert/strict';
import type { ApiKeyRepository } from '@animal-store/access';
import { idempotencyKeyReused, type PetRepository } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { eventually } from './core/eventually.ts';
import { type Law, lawOnEmpty, lawsOn } from './core/law.ts';
import { assertUnavailable, failWith, succeed, succeedWith } from './core/outcome.ts';
import { watched } from './core/watched.ts';
import type { CrashFixture } from './fixtures.ts';
import { addInTurn, addPet, allPets, replayed } from './laws/all-pets.ts';
import { assertSettled, type Creation, create, outcomesOf } from './laws/pet-creations.ts';
import { petOperations } from './laws/pet-operations.ts';
import { apiKey, idempotency, instant, newPet, somePets } from './samples.ts';

/** Crashes the server, and opens the store as soon as it can be read. */
const crashAndReopen = async ({ open, crash, recoversWithinMS }: CrashFixture): Promise<CrashedStore> => {
  await crash();
  const { repository } = await open();
  await eventually(recoversWithinMS, 'the store works again after a crash', async () =>
    E.isRight(await repository.pets.list({ limit: 1 })()),
  );
  return repository;
};

interface CrashedStore {
  readonly pets: PetRepository;
  readonly apiKeys: ApiKeyRepository;
}

const lanes: readonly number[] = Array.from({ length: 8 }, (_, index) => index);
const acknowledgedBeforeCrash = 50;

const laws: readonly Law<CrashFixture>[] = [
  lawOnEmpty(
    'after a crash of the server every acknowledged animal, record of a creation and API key is stored',
    async (fixture) => {
      const { pets, apiKeys } = (await fixture.open()).repository;
      const added = await addInTurn(pets, somePets(20));
      const keyed = await addPet(pets, newPet('Rex'), idempotency('k'));
      for (const n of [1, 2, 3]) await succeed(apiKeys.add(apiKey(n)));
      await succeed(apiKeys.revoke(apiKey(2).id, instant(20)));
      await succeed(apiKeys.recordUse(apiKey(3).id, instant(30)));
      const after = await crashAndReopen(fixture);
      assert.deepEqual(await allPets(after.pets), [...added, keyed]);
      await succeedWith(after.pets.add(newPet('Rex'), idempotency('k')), replayed(keyed));
      await failWith(after.pets.add(newPet('Pip'), idempotency('k')), idempotencyKeyReused);
      await succeedWith(after.apiKeys.list(), [apiKey(1), apiKey(2, { revoked: 20 }), apiKey(3, { lastUsed: 30 })]);
    },
  ),
  lawOnEmpty('after a crash of the server what the last write did to animals is stored', async (fixture) => {
    let { pets }: Pick<CrashedStore, 'pets'> = (await fixture.open()).repository;
    // A later write could bring an earlier one to the disk, so each of them is followed by a crash.
    for (const { sample, unfinished } of Object.values(petOperations)) {
      if (unfinished === 'reads') continue;
      await succeed(sample(pets, await addPet(pets, newPet('Rex'))));
      const before = await allPets(pets);
      pets = (await crashAndReopen(fixture)).pets;
      assert.deepEqual(await allPets(pets), before);
    }
  }),
  lawOnEmpty(
    'when the server crashes while animals are added each acknowledged one is stored once, and new ids are greater',
    async (fixture) => {
      const { pets } = (await fixture.open()).repository;
      const creations: Creation[] = [];
      let crashed: Promise<CrashedStore> | undefined;
      let isOver = false;
      const lane = async (n: number): Promise<void> => {
        for (let m = 0; !isOver; m++) {
          const creation = await create(pets, `animal-${n}-${m}`);
          creations.push(creation);
          if (E.isLeft(creation.outcome)) return;
          if (creations.length < acknowledgedBeforeCrash || crashed !== undefined) continue;
          crashed = crashAndReopen(fixture).finally(() => {
            isOver = true;
          });
        }
      };
      await Promise.all(lanes.map(lane));
      const after = (await crashed) ?? assert.fail('no add succeeded');
      assertUnavailable(outcomesOf(creations).filter(E.isLeft));
      await assertSettled(after.pets, creations);
      const { id } = await addPet(after.pets, newPet('the next'));
      for (const { right } of outcomesOf(creations).filter(E.isRight))
        assert.ok(id > right.pet.id, `the id ${id} was assigned after ${right.pet.id}`);
    },
  ),
];

const watchedServer = (fixture: CrashFixture): CrashFixture => ({
  ...fixture,
  open: async () => {
    const { repository, close } = await fixture.open();
    return { repository: { pets: watched(repository.pets), apiKeys: watched(repository.apiKeys) }, close };
  },
});

/** Every law of a store on a server whose acknowledged data outlive a crash of the server. */
export const crashContract: readonly Law<CrashFixture>[] = lawsOn(watchedServer, laws);
