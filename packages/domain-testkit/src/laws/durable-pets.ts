import assert from 'node:assert/strict';
import type { PetRepository } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { lawOfFailures, runAll } from '../core/durable-laws.ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { assertUnavailable, eventually } from '../core/outcome.ts';
import type { DurablePetRepositoryFixture } from '../fixtures.ts';
import { newPet } from '../samples/pets.ts';
import { createClient } from './client.ts';
import { addPet, allPets } from './pet-steps.ts';
import { petOperations, petWrites } from './pet-writes.ts';
import { assertSettled, waysToWrite } from './settled.ts';

const lawOfFailuresOfPets = lawOfFailures<PetRepository, DurablePetRepositoryFixture>;

/** How long a store rests after an outage, so that what it has kept begins. */
const restMS = 100;

// A process without transactions is caught only if it is killed between two statements, so it gets several chances.
const kills = ['first', 'second', 'third', 'fourth'];

const addsBeforeKill = 30;

export const durablePets: readonly Law<DurablePetRepositoryFixture>[] = [
  lawOfFailuresOfPets(
    'a write whose commit fails is RepositoryUnavailable, its retry holds once, and no retry undoes what was done since',
    'failedCommits',
    petOperations,
    async ({ repository, begin, end }, fixture, failure) => {
      const client = createClient(repository);
      const ways = waysToWrite(fixture);
      await client.add(...petWrites.map(({ name }) => `before-${name}`));
      await begin();
      const tried = [client.tryToAdd(...ways.map((_, n) => `during-${n}`)), client.tryEachWrite()];
      const failed = (await Promise.all(tried)).flat();
      const repeated = failure.losesCommits ? await client.tryAgain() : [];
      await end();
      assertUnavailable([...failed, ...repeated].filter(failure.affects));
      const { repository: pets } = await fixture.open();
      await addPet(pets, newPet('between'));
      await assertSettled(pets, client, ways);
    },
  ),
  lawOfFailuresOfPets(
    'during an outage every operation on animals is RepositoryUnavailable and begins no more, and later all works again',
    'outages',
    petOperations,
    async ({ repository: pets, begin, end }, _, { recoversWithinMS }) => {
      const client = createClient(pets);
      await client.add('before');
      const stored = await addPet(pets, newPet('stored'));
      await begin();
      const tried = [client.tryToAdd('during'), runAll(petOperations, pets, stored)];
      const failed = (await Promise.all(tried)).flat();
      await end();
      assertUnavailable(failed);
      await eventually(recoversWithinMS, 'the store works again', async () =>
        E.isRight(await pets.list({ limit: 1 })()),
      );
      // An operation that got its response without reaching the data must not begin now: its caller has retried, or given up.
      await addPet(pets, newPet('the next'));
      await new Promise((resolve) => setTimeout(resolve, restMS));
      const others = (await allPets(pets)).filter(({ name }) => !['before', 'the next'].includes(name));
      assert.deepEqual(others, [stored], 'an operation has begun after its response');
      await assertSettled(pets, client);
    },
  ),
  lawOnEmpty(
    'a closed store returns RepositoryUnavailable for animals, and keeps what it has acknowledged',
    async (fixture) => {
      const { repository: pets, close } = await fixture.open();
      const client = createClient(pets);
      await client.add('before');
      const stored = await addPet(pets, newPet('stored'));
      const adding = client.tryToAdd(...Array.from({ length: 8 }, (_, n) => `in-flight-${n}`));
      await close();
      const inFlight = await adding;
      const after = await client.tryToAdd('after');
      assertUnavailable([...after, ...(await runAll(petOperations, pets, stored))]);
      assertUnavailable(inFlight.filter(({ outcome }) => E.isLeft(outcome)));
      const { repository: reopened } = await fixture.open();
      assert.ok((await allPets(reopened)).every(({ name }) => name !== 'after'));
      await assertSettled(reopened, client, waysToWrite(fixture));
    },
  ),
  lawOnEmpty(
    'when a process is killed while it writes, each acknowledged write holds, and no retry undoes what was done since',
    async (fixture) => {
      for (const round of kills) {
        const { repository, kill } = await fixture.startProcess();
        const client = createClient(repository);
        let killed: Promise<void> | undefined;
        await client.writeUntilFailure(round, (added) => {
          if (added >= addsBeforeKill) killed ??= kill();
          return true;
        });
        assert.ok(killed, `only ${client.creations.length} adds had ended before one failed`);
        await killed;
        await assertSettled((await fixture.open()).repository, client, waysToWrite(fixture));
      }
    },
  ),
];
