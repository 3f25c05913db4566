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

/** The outcome of each operation of a store, by its name, and that of a creation with a key. */
const runAll = async ({ pets, apiKeys, maintenance }: DurableStore, pet: Pet, key: ApiKey, name: string) => {
  const tasks: readonly (readonly [string, TE.TaskEither<{ readonly _tag: string }, unknown>])[] = [
    ...Object.entries(petOperations).map(([name, { run }]) => [name, run(pets, pet)] as const),
    ...Object.entries(apiKeyOperations).map(([name, { run }]) => [`${name} of keys`, run(apiKeys, key)] as const),
    ...Object.entries(maintenanceOperations).map(([name, { run }]) => [name, run(maintenance, pet)] as const),
    ['add with a used key', pets.add(newPet({ name, categoryId: 1n }), idempotency('used'))],
  ];
  return Object.fromEntries(await Promise.all(tasks.map(async ([name, task]) => [name, tagOf(await task())])));
};

const tagOf = (outcome: E.Either<{ readonly _tag: string }, unknown>): string =>
  E.isLeft(outcome) ? outcome.left._tag : 'acknowledged';

const kinds = [
  ...Object.entries(petOperations),
  ...Object.entries(maintenanceOperations),
  ...Object.entries(apiKeyOperations).map(([name, operation]) => [`${name} of keys`, operation] as const),
];
const expected = {
  ...Object.fromEntries(
    kinds.map(([name, { kind }]) => [name, kind === 'read' ? 'acknowledged' : 'RepositoryUnavailable']),
  ),
  'add with a used key': 'RepositoryUnavailable',
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
    expect(await runAll(store, pet, key, 'first')).toEqual(expected);
    // What waited is stored after a restart, and not on the standby.
    await primary.crash();
    await primary.start();
    await expect.poll(store.ping, { timeout: 15_000 }).toEqual(E.right(undefined));
    expect(await runAll(store, pet, key, 'first')).toEqual(expected);
    expect(await runAll(store, pet, key, 'another')).toEqual(expected);
    const listed = E.toUnion(await store.pets.list({ limit: 100 })()) as readonly Pet[];
    expect(listed.map(({ name }) => name).sort()).toEqual(['Rex', 'Tom', 'another', 'first']);
  });
});
