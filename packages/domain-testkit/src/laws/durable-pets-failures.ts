import assert from 'node:assert/strict';
import type { Pet, PetRepository } from '@animal-store/domain';
import { either as E } from 'fp-ts';
import { lawOfFailures } from '../core/durable-laws.ts';
import { eventually } from '../core/eventually.ts';
import { type Law, lawOnEmpty } from '../core/law.ts';
import { assertUnavailable } from '../core/outcome.ts';
import type { DurablePetRepositoryFixture } from '../fixtures.ts';
import { newPet } from '../samples.ts';
import { addPet, allPets } from './all-pets.ts';
import { assertSettled, type Creation, create, createAll, outcomesOf } from './pet-creations.ts';
import { petOperations } from './pet-operations.ts';

const lawOfFailuresOfPets = lawOfFailures<PetRepository, DurablePetRepositoryFixture>;

const operationNames = Object.keys(petOperations) as readonly (keyof PetRepository)[];

/** Runs every operation at once, for an animal that is stored. */
const runAll = (pets: PetRepository, pet: Pet): Promise<readonly E.Either<{ readonly _tag: string }, unknown>[]> =>
  Promise.all(Object.values(petOperations).map(({ sample }) => sample(pets, pet)()));

/** How long a store rests after an outage, so that what it has kept begins. */
const restMS = 100;

const lanes: readonly number[] = Array.from({ length: 8 }, (_, index) => index);
const acknowledgedBeforeKill = 30;

// A process without transactions is caught only if it is killed between two statements, so it gets several chances.
const kills: readonly number[] = [1, 2, 3, 4];

export const durablePetsFailures: readonly Law<DurablePetRepositoryFixture>[] = [
  lawOfFailuresOfPets(
    'an add whose commit fails is RepositoryUnavailable, and its retry stores the animal once',
    'failedCommits',
    ['add'],
    async ({ repository: pets, begin, end }, { open }) => {
      const before = await create(pets, 'before');
      await begin();
      const during = await createAll(pets, ['one', 'other']);
      await end();
      assert.ok(E.isRight(before.outcome));
      assertUnavailable(outcomesOf(during));
      await assertSettled((await open()).repository, [before, ...during]);
    },
  ),
  lawOfFailuresOfPets(
    'during an outage every operation on animals is RepositoryUnavailable and begins no more, and later all works again',
    'outages',
    operationNames,
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
      const adding = createAll(
        pets,
        lanes.map((n) => `in-flight-${n}`),
      );
      await close();
      const inFlight = await adding;
      const after = await create(pets, 'after');
      assertUnavailable([after.outcome, ...(await runAll(pets, stored))]);
      assertUnavailable(outcomesOf(inFlight).filter(E.isLeft));
      const { repository: reopened } = await open();
      assert.equal((await allPets(reopened)).filter(({ name }) => name === 'after').length, 0);
      await assertSettled(reopened, [before, ...inFlight, after]);
    },
  ),
  lawOnEmpty(
    'when a process is killed while it adds, each acknowledged animal is stored once',
    async ({ open, startProcess }) => {
      const creations: Creation[] = [];
      for (const round of kills) {
        const { repository: pets, kill } = await startProcess();
        const enough = creations.length + acknowledgedBeforeKill;
        let killed: Promise<void> | undefined;
        const lane = async (n: number): Promise<void> => {
          for (let m = 0; ; m++) {
            const creation = await create(pets, `animal-${round}-${n}-${m}`);
            creations.push(creation);
            if (E.isLeft(creation.outcome)) return;
            if (creations.length >= enough) killed ??= kill();
          }
        };
        await Promise.all(lanes.map(lane));
        await killed;
      }
      const acknowledged = outcomesOf(creations).filter(E.isRight);
      const least = kills.length * (acknowledgedBeforeKill - lanes.length);
      assert.ok(acknowledged.length >= least, `only ${acknowledged.length} were acknowledged`);
      const { repository: survivor } = await open();
      await assertSettled(survivor, creations);
      const { id } = await addPet(survivor, newPet('the next'));
      for (const { right } of acknowledged) assert.ok(id > right.pet.id, `saw the id ${id} after ${right.pet.id}`);
    },
  ),
];
