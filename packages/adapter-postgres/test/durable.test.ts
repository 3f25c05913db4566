import type { PetRepository } from '@animal-store/domain';
import { durableApiKeyRepositoryContract, durablePetRepositoryContract, type Law } from '@animal-store/domain-testkit';
import type { NetworkFailure } from '@animal-store/testkit/durable-server';
import { connectSql, describeOnPostgres } from '@animal-store/testkit/postgres';
import { it, onTestFinished } from 'vitest';
import { freshDurableStore } from './durable-store.ts';
import { changePets, describeOnCluster, isRecording } from './store.ts';

const times = Number.POSITIVE_INFINITY;
const operation = 'add';

const failedCreations: readonly NetworkFailure<PetRepository>[] = [
  { name: 'the creation is lost', operation, fault: { kind: 'request lost', isRequest: isRecording } },
  {
    name: 'every reply to a creation is lost',
    operation,
    fault: { kind: 'reply lost', isRequest: isRecording, times },
  },
];

describeOnPostgres('The animals on PostgreSQL', (database) => {
  const fresh = async () => ({
    ...(await freshDurableStore(database, 'pets', failedCreations)),
    ...changePets(database.sql),
  });
  for (const { name, check } of durablePetRepositoryContract) it(name, () => check(fresh));
});

describeOnPostgres('The API keys on PostgreSQL', (database) => {
  for (const { name, check } of durableApiKeyRepositoryContract)
    it(name, () => check(() => freshDurableStore(database, 'apiKeys')));
});

describeOnCluster('On PostgreSQL, whose synchronous standby is away and whose waits are ended,', (cluster) => {
  /** A store of whose writes each is stored, but not on the standby. */
  const fresh = async <Name extends 'pets' | 'apiKeys'>(name: Name) => {
    const uri = cluster().uri('postgres');
    const [{ sql, close }, another] = [connectSql(uri), connectSql(uri)];
    onTestFinished(close);
    onTestFinished(another.close);
    const store = await freshDurableStore({ uri, sql }, name);
    const waitFor = async (standby: string): Promise<void> => {
      await sql(`ALTER SYSTEM SET synchronous_standby_names = '${standby}'`);
      await sql('SELECT pg_reload_conf()');
    };
    const endWaits = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    let ending: NodeJS.Timeout | undefined;
    const open = async () => ({
      ...(await store.open()),
      begin: async () => {
        await waitFor('none');
        let hasWaited = false;
        ending = setInterval(async () => {
          const ended = await sql(endWaits).catch(() => []);
          hasWaited ||= ended.length > 0;
        }, 50);
        // The server reads its settings a moment later.
        while (!hasWaited) await another.sql("SELECT pg_logical_emit_message(true, 'test', '')");
      },
      end: async () => {
        clearInterval(ending);
        await waitFor('');
      },
    });
    const failure = { name: 'the standby is away', losesCommits: true, recoversWithinMS: 5_000, open };
    return { ...store, ...changePets(sql), failedCommits: [failure] as const };
  };
  const isOfCommits = ({ name }: Law<never>): boolean => name.startsWith('a write');
  for (const { name, check } of durablePetRepositoryContract.filter(isOfCommits))
    it(name, () => check(() => fresh('pets')));
  for (const { name, check } of durableApiKeyRepositoryContract.filter(isOfCommits))
    it(name, () => check(() => fresh('apiKeys')));
});
