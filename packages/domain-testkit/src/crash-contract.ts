import assert from 'node:assert/strict';
import { either as E } from 'fp-ts';
import { type Law, lawOnEmpty } from './core/law.ts';
import { assertUnavailable, eventually, succeed, succeedWith } from './core/outcome.ts';
import { lawsOnOpened, watchedOpen } from './core/watched.ts';
import type { CrashFixture } from './fixtures.ts';
import { createClient } from './laws/client.ts';
import { apiKeyOperations } from './laws/durable-api-keys.ts';
import { addInTurn, allPets } from './laws/pet-steps.ts';
import { petWrites } from './laws/pet-writes.ts';
import { apiKeysOn } from './laws/plain-api-keys.ts';
import { assertSettled } from './laws/settled.ts';
import { apiKey } from './samples/api-keys.ts';
import { somePets } from './samples/pets.ts';

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

/** A law of a write right before a crash. A later write would flush the log of the server for both. */
const lawOfCrashAfter = (
  what: string,
  write: (store: CrashedStore) => Promise<(after: CrashedStore) => Promise<void>>,
): Law<CrashFixture> =>
  lawOnEmpty(`a crash of the server right after ${what} loses nothing that was acknowledged`, async (fixture) => {
    const assertKept = await write((await fixture.open()).repository);
    await assertKept(await crashAndReopen(fixture));
  });

const addsBeforeCrash = 50;

const laws: readonly Law<CrashFixture>[] = [
  lawOfCrashAfter('add of an animal without an idempotency key', async ({ pets }) => {
    const added = await addInTurn(pets, somePets(5));
    return async (after) => assert.deepEqual(await allPets(after.pets), added);
  }),
  ...petWrites.map((write) =>
    lawOfCrashAfter(`${write.name} of an animal with an idempotency key`, async ({ pets }) => {
      const client = createClient(pets);
      await client.add('written');
      if (write.name !== 'add') await client.write(write);
      return (after) => assertSettled(after.pets, client);
    }),
  ),
  ...Object.entries(apiKeyOperations).flatMap(([name, { kind, run }]) =>
    kind === 'read'
      ? []
      : lawOfCrashAfter(`${name} of an API key`, async ({ apiKeys }) => {
          const plain = apiKeysOn({ apiKeys: [] });
          for (const one of [plain, apiKeys]) {
            await succeed(one.add(apiKey(1)));
            await succeed(run(one, apiKey(1)));
          }
          return async (after) => succeedWith(after.apiKeys.list(), await succeed(plain.list()));
        }),
  ),
  lawOnEmpty(
    'when the server crashes while animals are added each acknowledged one is stored once, and new ids are greater',
    async (fixture) => {
      const { pets } = (await fixture.open()).repository;
      let crashed: Promise<CrashedStore> | undefined;
      let isOver = false;
      const client = createClient(pets);
      const tried = await client.writeUntilFailure('animal', (added) => {
        if (added >= addsBeforeCrash)
          crashed ??= crashAndReopen(fixture).finally(() => {
            isOver = true;
          });
        return !isOver;
      });
      const after = (await crashed) ?? assert.fail('an add failed before the crash');
      assertUnavailable(tried.filter(({ outcome }) => E.isLeft(outcome)));
      await assertSettled(after.pets, client);
    },
  ),
];

/** Every law of a store on a server whose acknowledged data outlive a crash of the server. */
export const crashContract: readonly Law<CrashFixture>[] = lawsOnOpened(
  (fixture, ending) => ({ ...fixture, open: watchedOpen(fixture.open, ending) }),
  laws,
);
