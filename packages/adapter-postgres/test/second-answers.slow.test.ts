import { Pet, PetId } from '@animal-store/domain';
import { known } from '@animal-store/domain-testkit';
import type { DurableStore } from '@animal-store/store';
import { either as E } from 'fp-ts';
import { describe, expect, inject, it } from 'vitest';
import { addStandby, startPrimary, uriOf, waitForStandby } from './servers.ts';
import { idempotency, newPet, open } from './store.ts';

const tom = known(Pet)({ id: 5000n, name: 'Tom', categoryId: 2n });

const writeAll = async (
  { pets, maintenance }: DurableStore,
  name: string,
): Promise<Readonly<Record<string, string>>> => {
  const writes = {
    creation: pets.add(newPet({ name, categoryId: 1n }), idempotency('used')),
    import: maintenance.insertWithId(tom),
    skip: maintenance.raiseLastId(known(PetId)(9000n)),
  };
  const outcomes = Object.entries(writes).map(async ([write, task]) => {
    const outcome: E.Either<{ readonly _tag: string }, unknown> = await task();
    return [write, E.isLeft(outcome) ? outcome.left._tag : 'acknowledged'] as const;
  });
  return Object.fromEntries(await Promise.all(outcomes));
};

const unavailable = 'RepositoryUnavailable';
const none = { creation: unavailable, import: unavailable, skip: unavailable };

describe.skipIf(!inject('postgres').isInstalled)('On PostgreSQL, whose synchronous standby is away', () => {
  it('no write is acknowledged, neither a first one nor a retry of what is stored, and no key is refused', async () => {
    const primary = await startPrimary();
    const standby = await addStandby(primary);
    await waitForStandby(primary);
    const store = await open(uriOf(primary), { operationTimeoutMS: 2_000 });
    await standby.stop();
    expect(await writeAll(store, 'first')).toEqual(none);
    // What waited is stored after a restart, and not on the standby.
    await primary.crash();
    await primary.start();
    await expect.poll(store.ping, { timeout: 15_000 }).toEqual(E.right(undefined));
    expect(await writeAll(store, 'first')).toEqual(none);
    expect(await writeAll(store, 'another')).toEqual(none);
    expect(await store.pets.list({ limit: 100 })()).toMatchObject({ right: { length: 2 } });
  });
});
