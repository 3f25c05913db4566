import { connectSql, newServer, type PostgresServer } from '@animal-store/testkit/postgres';
import { onceEach, startAdding } from '@animal-store/testkit/store-faults';
import { either as E } from 'fp-ts';
import { expect, it, onTestFinished } from 'vitest';
import { describeOnCluster, loadOf, open, storedIds } from './store.ts';

const recoversWithinMS = 15_000;

const setSynchronous = async (cluster: PostgresServer, names: string): Promise<void> => {
  const { sql, close } = connectSql(cluster.uri('postgres'));
  await sql(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
  await sql('SELECT pg_reload_conf()');
  await close();
};

/** Copies a server to another one, which follows it under the name `standby`. */
const addStandby = async ({ port }: PostgresServer): Promise<PostgresServer> => {
  const standby = await newServer();
  const source = `host=127.0.0.1 port=${port} user=postgres application_name=standby`;
  await standby.call('pg_basebackup', '-D', standby.data, '-R', '-c', 'fast', '-N', '-d', source);
  await standby.start();
  return standby;
};

describeOnCluster('Two servers', (primary) => {
  it('lose nothing when one is lost and the other, a synchronous standby, is promoted', {
    timeout: 90_000,
  }, async () => {
    const standby = await addStandby(primary());
    onTestFinished(standby.remove);
    // The standby is first, and cannot be written to yet.
    const uri = primary().uri('postgres').replace('127.0.0.1', `127.0.0.1:${standby.port},127.0.0.1`);
    await setSynchronous(primary(), 'standby');
    const store = await open(uri);
    const adding = startAdding(loadOf(store.pets), 'failover');
    await expect.poll(() => adding.acknowledged.size, { timeout: 10_000 }).toBeGreaterThan(200);

    await primary().crash();
    await setSynchronous(standby, '');
    await standby.control('promote');
    await expect.poll(store.ping, { timeout: recoversWithinMS }).toEqual(E.right(undefined));
    const before = adding.acknowledged.size;
    await expect.poll(() => adding.acknowledged.size, { timeout: 10_000 }).toBeGreaterThan(before + 100);
    await adding.stop();
    const { sql, close } = connectSql(standby.uri('postgres'));
    expect(await storedIds(sql, 'failover')).toEqual(onceEach(adding.acknowledged));
    await close();
    expect(adding.failed()).toBeGreaterThan(0);
    expect(adding.slowest()).toBeLessThan(5_000);
  });
});
