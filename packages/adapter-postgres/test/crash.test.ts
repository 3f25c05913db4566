import { crashContract } from '@animal-store/domain-testkit';
import { connectSql, describeOnCluster, type PostgresCluster, type Sql } from '@animal-store/testkit/postgres';
import { onceEach, startAdding } from '@animal-store/testkit/store-faults';
import { either as E } from 'fp-ts';
import { expect, it, type TestContext } from 'vitest';
import { loadOf, storedIds } from './postgres/adding.ts';
import { connect } from './postgres/connect.ts';
import { newPet } from './postgres/samples.ts';

// What a server would lose, if it was let: its log is written to the disk every ten seconds only.
const careless = ['synchronous_commit = off', 'wal_writer_delay = 10s'];

const rounds = 20;
const perRound = 50;

describeOnCluster(
  'A server that crashes',
  (cluster) => {
    let databases = 0;

    const setUp = async ({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) => {
      const admin = connectSql(cluster().uri('postgres'));
      const name = `crashing_${databases++}`;
      await admin.sql(`CREATE DATABASE ${name}`);
      await admin.close();
      const uri = cluster().uri(name);
      const store = await connect(uri);
      const { sql, close } = connectSql(uri);
      onTestFinished(async () => {
        await store.close();
        await close();
      });
      return { store, sql, uri };
    };

    const restart = async (server: PostgresCluster): Promise<void> => {
      await server.crash();
      await server.start();
    };

    const missingAfterCrashes = async (store: Awaited<ReturnType<typeof connect>>, sql: Sql): Promise<number> => {
      const acknowledged = new Map<string, bigint>();
      for (let round = 0; round < rounds; round++) {
        const adding = startAdding(loadOf(store.pets), `round-${round}`);
        await expect.poll(() => adding.acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(perRound);
        await cluster().crash();
        // What is acknowledged from now on is acknowledged by the server that was started again.
        const before = new Map(adding.acknowledged);
        await cluster().start();
        await adding.stop();
        for (const [name, id] of before) acknowledged.set(name, id);
      }
      const stored = await storedIds(sql, 'round');
      const twice = [...stored].filter(([, ids]) => ids.length > 1);
      expect(twice).toEqual([]);
      return [...onceEach(acknowledged)].filter(([name, [id]]) => stored.get(name)?.[0] !== id).length;
    };

    it('keeps each acknowledged animal, once and under an id that is not used again', {
      timeout: 90_000,
    }, async (test) => {
      const { store, sql } = await setUp(test);
      expect(await missingAfterCrashes(store, sql)).toBe(0);
      const [[last] = []] = await sql('SELECT max(id) FROM pets');
      const added = await store.pets.add(newPet({ name: 'next', categoryId: 1n }))();
      expect(E.isRight(added) && added.right.pet.id > BigInt(last ?? 0)).toBe(true);
    });

    it('would be seen to lose animals of a table without a log', { timeout: 90_000 }, async (test) => {
      const { store, sql } = await setUp(test);
      await sql('ALTER TABLE pets SET UNLOGGED');
      expect(await missingAfterCrashes(store, sql)).toBeGreaterThan(rounds * perRound);
    });

    for (const { name, check } of crashContract) {
      it(name, { timeout: 90_000 }, (test) =>
        check(async () => {
          const { uri } = await setUp(test);
          return {
            open: async () => {
              const { pets, apiKeys, close } = await connect(uri);
              test.onTestFinished(close);
              return { repository: { pets, apiKeys }, close };
            },
            crash: () => restart(cluster()),
            recoversWithinMS: 10_000,
          };
        }),
      );
    }
  },
  careless,
);
