import { ApiKey } from '@animal-store/access';
import { type Added, Pet, type PetMaintenance } from '@animal-store/domain';
import { apiKeyOperations, known, type Operation, petOperations } from '@animal-store/domain-testkit';
import type { DurableStore } from '@animal-store/store';
import { either as E, type taskEither as TE } from 'fp-ts';
import { describe, expect, inject, it } from 'vitest';
import { addStandby, startPrimary, uriOf, waitForStandby } from './servers.ts';
import { idempotency, newPet, open } from './store.ts';

const maintenanceOperations: Readonly<Record<keyof PetMaintenance, Operation<PetMaintenance, Pet>>> = {
  insertWithId: {
    kind: 'write',
    run: (maintenance) => maintenance.insertWithId(known(Pet)({ id: 5000n, name: 'Tom', categoryId: 2n })),
  },
  raiseLastId: {
    kind: 'write',
    run: (maintenance, { id }) => maintenance.raiseLastId(known(Pet)({ id: id + 9000n, name: '', categoryId: 1n }).id),
  },
  lastId: { kind: 'read', run: (maintenance) => maintenance.lastId() },
};

type Task = TE.TaskEither<{ readonly _tag: string }, unknown>;
type Tried = readonly [name: string, kind: 'read' | 'write', task: Task];

const tryOn = <R, Stored>(
  operations: Readonly<Record<string, Operation<R, Stored>>>,
  repository: R,
  stored: Stored,
): readonly Tried[] => Object.entries(operations).map(([name, { kind, run }]) => [name, kind, run(repository, stored)]);

const tagOf = (outcome: E.Either<{ readonly _tag: string }, unknown>): string =>
  E.isLeft(outcome) ? outcome.left._tag : 'acknowledged';

/** Runs all operations of a store at once, and checks that the reads are acknowledged, and no write is. */
const expectNoWrite = async (
  { pets, apiKeys, maintenance }: DurableStore,
  pet: Pet,
  key: ApiKey,
  nameOfNew: string,
): Promise<void> => {
  const all: readonly Tried[] = [
    ...tryOn(petOperations, pets, pet),
    ...tryOn(apiKeyOperations, apiKeys, key),
    ...tryOn(maintenanceOperations, maintenance, pet),
    ['add with a used key', 'write', pets.add(newPet({ name: nameOfNew, categoryId: 1n }), idempotency('used'))],
  ];
  const found = await Promise.all(all.map(async ([name, , task]) => [name, tagOf(await task())]));
  expect(found).toEqual(all.map(([name, kind]) => [name, kind === 'read' ? 'acknowledged' : 'RepositoryUnavailable']));
};

describe.skipIf(!inject('postgres').isInstalled)('On PostgreSQL, whose synchronous standby is away', () => {
  it('no write is acknowledged, and none is when it is repeated on what the server had stored', async () => {
    const primary = await startPrimary();
    const standby = await addStandby(primary);
    await waitForStandby(primary);
    const store = await open(`${uriOf(primary)}?pool_size=40`, { operationTimeoutMS: 2_000 });
    const added = await store.pets.add(newPet({ name: 'Rex', categoryId: 1n }))();
    const { pet } = E.toUnion(added) as Added;
    const key = known(ApiKey)({ id: 'zzzzzzzz', label: 'ci', digest: 'ab'.repeat(32), created: 1000 });
    expect(await store.apiKeys.add(key)()).toEqual(E.right(undefined));

    await standby.stop();
    await expectNoWrite(store, pet, key, 'first');
    // What waited is stored after a restart, and not on the standby.
    await primary.crash();
    await primary.start();
    await expect.poll(store.ping, { timeout: 15_000 }).toEqual(E.right(undefined));
    await expectNoWrite(store, pet, key, 'first');
    await expectNoWrite(store, pet, key, 'another');
    const listed = E.toUnion(await store.pets.list({ limit: 100 })()) as readonly Pet[];
    expect(listed.map(({ name }) => name).sort()).toEqual(['Rex', 'Tom', 'another', 'first']);
  });
});
