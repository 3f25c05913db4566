import assert from 'node:assert/strict';
import type { PetRepository } from '@animal-store/domain';
import { either as E, readonlyArray as RA } from 'fp-ts';
import { lawOfFailures, runAll } from '../core/durable-laws.ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { assertUnavailable, eventually } from '../core/outcome.ts';
import type { DurablePetRepositoryFixture } from '../fixtures.ts';
import { newPet } from '../samples/pets.ts';
import { assertSettled, type Creation, create, createUntilFailure, outcomesOf, writeOn } from './creations.ts';
import { addPet, allPets } from './pet-steps.ts';
import { petOperations, petWrites, writesPast } from './pet-writes.ts';

const lawOfFailuresOfPets = lawOfFailures<PetRepository, DurablePetRepositoryFixture>;

/** How long a store rests after an outage, so that what it has kept begins. */
const restMS = 100;

const acknowledgedBeforeKill = 30;

// A process without transactions is caught only if it is killed between two statements, so it gets several chances.
const kills = 4;

export const durablePets: readonly Law<DurablePetRepositoryFixture>[] = [
  lawOfFailuresOfPets(
    'a write whose commit fails is RepositoryUnavailable, its retry holds once, and no retry undoes what was done since',
    'failedCommits',
    petOperations,
    async ({ repository, begin, end }, { open, ...fixture }, { operation }) => {
      const before = await Promise.all(petWrites.map(({ name }) => create(repository, `before-${name}`)));
      assert.ok(outcomesOf(before).every(E.isRight));
      await begin();
      const [during, written] = await Promise.all([
        // For each way to write afterwards, and for none.
        Promise.all(RA.makeBy(petWrites.length + 3, (n) => create(repository, `during-${n}`))),
        Promise.all(RA.zipWith(before, petWrites, (creation, write) => writeOn(repository, creation, write))),
      ]);
      await end();
      const fails = (name: string): boolean => operation === undefined || operation === name;
      assertUnavailable([
        ...(fails('add') ? outcomesOf(during) : []),
        ...written.flatMap(({ written: one }, n) => (one && fails(petWrites[n]?.name ?? '') ? [one.outcome] : [])),
      ]);
      const { repository: pets } = await open();
      await addPet(pets, newPet('between'));
      await assertSettled(pets, [...written, ...during], writesPast(fixture));
    },
  ),
  lawOfFailuresOfPets(
    'during an outage every operation on animals is RepositoryUnavailable and begins no more, and later all works again',
    'outages',
    petOperations,
    async ({ repository: pets, begin, end }, _, { recoversWithinMS }) => {
      const before = await create(pets, 'before');
      const stored = await addPet(pets, newPet('stored'));
      await begin();
      const [during, others] = await Promise.all([
        create(pets, 'during'),
        runAll(Object.values(petOperations), pets, stored),
      ]);
      await end();
      assertUnavailable([during.outcome, ...others]);
      await eventually(recoversWithinMS, 'the store works again', async () =>
        E.isRight(await pets.list({ limit: 1 })()),
      );
      // An operation that got its response without reaching the data must not begin now: its caller has retried, or given up.
      await addPet(pets, newPet('the next'));
      await new Promise((resolve) => setTimeout(resolve, restMS));
      const changed = (await allPets(pets)).filter(({ name }) => !['before', 'the next'].includes(name));
      assert.deepEqual(changed, [stored], 'an operation has begun after its response');
      await assertSettled(pets, [before, during]);
    },
  ),
  lawOnEmpty(
    'a closed store returns RepositoryUnavailable for animals, and keeps what it has acknowledged',
    async ({ open, ...fixture }) => {
      const { repository: pets, close } = await open();
      const before = await create(pets, 'before');
      const stored = await addPet(pets, newPet('stored'));
      const adding = Promise.all(Array.from({ length: 8 }, (_, n) => create(pets, `in-flight-${n}`)));
      await close();
      const inFlight = await adding;
      const after = await create(pets, 'after');
      assertUnavailable([after.outcome, ...(await runAll(Object.values(petOperations), pets, stored))]);
      assertUnavailable(outcomesOf(inFlight).filter(E.isLeft));
      const { repository: reopened } = await open();
      assert.ok((await allPets(reopened)).every(({ name }) => name !== 'after'));
      await assertSettled(reopened, [before, ...inFlight, after], writesPast(fixture));
    },
  ),
  lawOnEmpty(
    'when a process is killed while it writes, each acknowledged write holds, and no retry undoes what was done since',
    async ({ open, startProcess, ...fixture }) => {
      const creations: Creation[] = [];
      for (let round = 0; round < kills; round++) {
        const { repository: pets, kill } = await startProcess();
        let killed: Promise<void> | undefined;
        const ofRound = await createUntilFailure(pets, `animal-${round}`, ({ length }) => {
          if (length >= acknowledgedBeforeKill) killed ??= kill();
          return true;
        });
        assert.ok(killed, `only ${ofRound.length} adds had ended before one failed`);
        await killed;
        creations.push(...ofRound);
      }
      await assertSettled((await open()).repository, creations, writesPast(fixture));
    },
  ),
];
