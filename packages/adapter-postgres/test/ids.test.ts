import type { PetId } from '@animal-store/domain';
import type { DurableStore } from '@animal-store/store';
import { describeOnPostgres, type TestDatabase } from '@animal-store/testkit/postgres';
import { either as E } from 'fp-ts';
import { expect, it, onTestFinished } from 'vitest';
import { lockSchema } from '../src/schema.ts';
import { grantOnly, idempotency, newPet, openSql, open as openStore, patient, waitForLocks } from './store.ts';

const rex = newPet({ name: 'Rex', categoryId: 1n });
const million = 1_000_000n;

describeOnPostgres('The ids of animals on PostgreSQL', ({ another }: TestDatabase) => {
  const setUp = async () => {
    const { uri, sql } = await another();
    const open = (to = uri) => openStore(to, patient);
    /** What a logical replication does: it inserts animals, and leaves the sequence. */
    const replicate = (first: bigint, last: bigint) =>
      sql(`INSERT INTO pets SELECT n, '', 1 FROM generate_series(${first}, ${last}) n`);
    return { uri, sql, open, replicate };
  };

  const add = async ({ pets }: DurableStore, key?: string): Promise<bigint> => {
    const added = await pets.add(rex, key === undefined ? undefined : idempotency(key))();
    if (E.isLeft(added)) throw new Error(added.left._tag);
    return added.right.pet.id;
  };

  it.each([
    ['none', [], 0n],
    ['those of a replication', [1n, 20n], 1n + million],
    ['one far away', [3_000_000_000n, 3_000_000_000n], 3_000_000_000n],
    ['one of the block of another timeline', [5_000_000_000n, 5_000_000_000n], 2n ** 40n - 1n],
    ['one that leaves few ids above it', [2n ** 53n - 2n, 2n ** 53n - 2n], 0n],
  ])('are raised at a start above %s', async (_, [first, last], lastId) => {
    const { open, replicate } = await setUp();
    await open();
    if (first !== undefined && last !== undefined) await replicate(first, last);
    expect(await add(await open())).toBe(lastId + 1n);
  });

  it('are raised by a user with the rights of the guide, and never lowered', async () => {
    const { uri, sql, open, replicate } = await setUp();
    await open();
    await sql("SELECT setval('pet_ids', 5000, false)");
    await replicate(1n, 20n);
    await sql('CREATE ROLE raising LOGIN');
    onTestFinished(async () => void (await sql('DROP OWNED BY raising; DROP ROLE raising')));
    const store = await open(await grantOnly(uri, sql, 'raising'));
    expect(await add(store)).toBe(5001n);
  });

  it('that another program has taken are passed by the next creations, 64 at once', async () => {
    const { open, replicate } = await setUp();
    const store = await open();
    expect(await add(store)).toBe(1n);
    await replicate(2n, 500n);
    const ids = await Promise.all(Array.from({ length: 64 }, (_, n) => add(store, n % 2 === 0 ? undefined : `${n}`)));
    expect(new Set(ids).size).toBe(64);
    expect(ids.every((id) => id > 500n)).toBe(true);
    expect(await add(store, '1')).toBe(ids[1]);
  });

  it('are not lowered by a store that has waited for another one that raised them', async () => {
    const { uri, sql, open, replicate } = await setUp();
    await open();
    await replicate(1n, 20n);
    const other = openSql(uri);
    await other(`BEGIN; SELECT ${lockSchema}`);
    const opening = open();
    await waitForLocks(sql, 1);
    await other("SELECT setval('pet_ids', 5000)");
    await other('COMMIT');
    expect(await add(await opening)).toBe(5002n);
  });

  it('are given once while stores are opened on a sequence that is behind, and while others raise it', async () => {
    const { sql, open, replicate } = await setUp();
    const stores = await Promise.all([open(), open(), open()]);
    await replicate(10_000n, 10_000n);
    const ids: bigint[] = [];
    let isOver = false;
    // Each animal is removed at once, so that only the sequence can tell that its id was given.
    const removing = async (store: (typeof stores)[number]): Promise<void> => {
      while (!isOver) {
        const id = await add(store);
        ids.push(id);
        await sql('DELETE FROM pets WHERE id = $1', [id]);
      }
    };
    const work = Promise.all(stores.flatMap((store) => Array.from({ length: 8 }, () => removing(store))));
    const opened = await Promise.all(Array.from({ length: 4 }, () => open()));
    while (ids.length < 500) {
      const next = (ids.at(-1) ?? 0n) + 3n;
      await Promise.all(opened.map(({ maintenance }) => maintenance.raiseLastId(next as PetId)()));
    }
    isOver = true;
    await work;
    expect(new Set(ids).size).toBe(ids.length);
    expect(await add(stores[0])).toBeGreaterThan(10_000n);
  });

  it('are those of the blocks of the timeline of the server', async () => {
    const { sql, open } = await setUp();
    const store = await open();
    await sql("SELECT setval('pet_ids', 4294967294)");
    const ids = await Promise.all([add(store), add(store), add(store)]);
    expect(new Set(ids)).toEqual(new Set([2n ** 32n - 1n, 2n ** 40n, 2n ** 40n + 1n]));
  });
});
