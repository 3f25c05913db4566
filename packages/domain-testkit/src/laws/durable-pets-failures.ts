import assert from 'node:assert/strict';
import type { Pet, PetRepository } from '@animal-store/domain';
import { either as E, option as O } from 'fp-ts';
import { lawOfFailures } from '../core/durable-laws.ts';
import { eventually } from '../core/eventually.ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { assertUnavailable, succeedWith } from '../core/outcome.ts';
import type { DurablePetRepositoryFixture } from '../fixtures.ts';
import { newPet } from '../samples.ts';
import { addPet, allPets } from './all-pets.ts';
import { assertSettled, type Creation, create, createUntilFailure, outcomesOf } from './pet-creations.ts';
import { samples } from './plain-pets.ts';

const lawOfFailuresOfPets = lawOfFailures<PetRepository, DurablePetRepositoryFixture>;

/** Runs every operation at once, for an animal that is stored. */
const runAll = (pets: PetRepository, pet: Pet): Promise<readonly E.Either<{ readonly _tag: string }, unknown>[]> =>
  Promise.all(Object.values(samples).map((sample) => sample(pets, pet)()));

/** How long a store rests after an outage, so that what it has kept begins. */
const restMS = 100;

const acknowledgedBeforeKill = 30;

// A process without transactions is caught only if it is killed between two statements, so it gets several chances.
const kills = 4;

export const durablePetsFailures: readonly Law<DurablePetRepositoryFixture>[] = [
  lawOfFailuresOfPets(
    'an add whose commit fails is RepositoryUnavailable, and its retry stores the animal once and removes no other',
    'failedCommits',
    ['add'],
    async ({ repository, begin, end }, { open }) => {
      const before = await create(repository, 'before');
      await begin();
      const during = await Promise.all([create(repository, 'one'), create(repository, 'other')]);
      await end();
      assert.ok(E.isRight(before.outcome));
      assertUnavailable(outcomesOf(during));
      const { repository: pets } = await open();
      const between = await addPet(pets, newPet('between'));
      await assertSettled(pets, [before, ...during]);
      await succeedWith(pets.find(between.id), O.some(between));
    },
  ),
  lawOfFailuresOfPets(
    'during an outage every operation on animals is RepositoryUnavailable and begins no more, and later all works again',
    'outages',
    ['add', 'find', 'list'],
    async ({ repository: pets, begin, end }, _, { recoversWithinMS }) => {
      const before = await create(pets, 'before');
      const stored = await addPet(pets, newPet('stored'));
      await begin();
      const [during, others] = await Promise.all([create(pets, 'during'), runAll(pets, stored)]);
      await end();
      assertUnavailable([during.outcome, ...others]);
      await eventually(recoversWithinMS, 'the store works again', async () =>
        E.isRight(await pets.list({ limit: 1 })()),
      );
      // What could not reach the data before its response must not begin now: its caller has retried, or given up.
      await addPet(pets, newPet('the next'));
      await new Promise((resolve) => setTimeout(resolve, restMS));
      const changed = (await allPets(pets)).filter(({ name }) => !['before', 'the next'].includes(name));
      assert.deepEqual(changed, [stored], 'an operation has begun after its response');
      await assertSettled(pets, [before, during]);
    },
  ),
  lawOnEmpty(
    'a closed store returns RepositoryUnavailable for animals, and keeps what it has acknowledged',
    async ({ open }) => {
      const { repository: pets, close } = await open();
      const before = await create(pets, 'before');
      const stored = await addPet(pets, newPet('stored'));
      const adding = Promise.all(Array.from({ length: 8 }, (_, n) => create(pets, `in-flight-${n}`)));
      await close();
      const inFlight = await adding;
      const after = await create(pets, 'after');
      assertUnavailable([after.outcome, ...(await runAll(pets, stored))]);
      assertUnavailable(outcomesOf(inFlight).filter(E.isLeft));
      const { repository: reopened } = await open();
      assert.ok((await allPets(reopened)).every(({ name }) => name !== 'after'));
      await assertSettled(reopened, [before, ...inFlight, after]);
    },
  ),
  lawOnEmpty(
    'when a process is killed while it adds, each acknowledged animal is stored once',
    async ({ open, startProcess }) => {
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
      await assertSettled((await open()).repository, creations);
    },
  ),
];
