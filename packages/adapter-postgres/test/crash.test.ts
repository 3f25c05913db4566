import { crashContract } from '@animal-store/domain-testkit';
import { connectSql } from '@animal-store/testkit/postgres';
import { it } from 'vitest';
import { connect, describeOnCluster } from './store.ts';

// What a server would lose, if it was let: its log is written to the disk every ten seconds only.
const careless = ['synchronous_commit = off', 'wal_writer_delay = 10s'];

describeOnCluster(
  'A PostgreSQL server that crashes',
  (cluster) => {
    let databases = 0;
    for (const { name, check } of crashContract) {
      it(name, { timeout: 90_000 }, async ({ onTestFinished }) => {
        const database = `crashing_${databases++}`;
        const { sql, close: closeSql } = connectSql(cluster().uri('postgres'));
        await sql(`CREATE DATABASE ${database}`);
        await closeSql();
        await check(async () => ({
          open: async () => {
            const { pets, apiKeys, close } = await connect(cluster().uri(database));
            onTestFinished(close);
            return { repository: { pets, apiKeys }, close };
          },
          crash: async () => {
            await cluster().crash();
            await cluster().start();
          },
          recoversWithinMS: 10_000,
        }));
      });
    }
  },
  careless,
);
