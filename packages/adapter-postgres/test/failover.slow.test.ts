import { connectSql, describeOnCluster, type PostgresCluster } from '@animal-store/testkit/postgres';
import { onceEach, startAdding } from '@animal-store/testkit/store-faults';
import { either as E } from 'fp-ts';
import { expect, it, onTestFinished } from 'vitest';
import { loadOf, storedIds } from './postgres/adding.ts';
import { connect } from './postgres/connect.ts';

const recoversWithinMS = 15_000;

const setSynchronous = async (cluster: PostgresCluster, names: string): Promise<void> => {
  const { sql, close } = connectSql(cluster.uri('postgres'));
  await sql(`ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
  await sql('SELECT pg_reload_conf()');
  await close();
};

describeOnCluster('Two servers', (primary) => {
  it('lose nothing when one is lost and the other, a synchronous standby, is promoted', {
    timeout: 90_000,
  }, async () => {
    const standby = await primary().addStandby('standby');
    onTestFinished(standby.remove);
    // The standby is first, and cannot be written to yet.
    const uri = primary().uri('postgres').replace('127.0.0.1', `127.0.0.1:${standby.port},127.0.0.1`);
    await setSynchronous(primary(), 'standby');
    const store = await connect(uri);
    onTestFinished(store.close);
    const adding = startAdding(loadOf(store.pets), 'failover');
    await expect.poll(() => adding.acknowledged.size, { timeout: 10_000 }).toBeGreaterThan(200);

    await primary().crash();
    await setSynchronous(standby, '');
    await standby.promote();
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
