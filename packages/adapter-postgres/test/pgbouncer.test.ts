import { petRepositoryContract } from '@animal-store/domain-testkit';
import type { DurableStore } from '@animal-store/store';
import { describeNeeding } from '@animal-store/testkit/needs';
import { connectSql, type SqlConnection, startCluster, startsWithinMS } from '@animal-store/testkit/postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { pgBouncerNeed, startPgBouncer } from './pgbouncer.ts';
import { changePets, connect, empty, openSql, patient, refusalOf } from './store.ts';

describeNeeding(pgBouncerNeed, 'The animals on PostgreSQL behind PgBouncer in transaction mode', () => {
  const ends: (() => Promise<void>)[] = [];
  let store: DurableStore;
  let direct: SqlConnection;
  let pooled: SqlConnection;
  let pooler = '';

  beforeAll(async () => {
    const cluster = await startCluster();
    ends.push(cluster.remove);
    const bouncer = await startPgBouncer(cluster.port);
    ends.unshift(bouncer.stop);
    direct = connectSql(cluster.uri('postgres'));
    pooled = connectSql(bouncer.uri);
    pooler = bouncer.uri;
    await vi.waitUntil(() => pooled.sql('SELECT 1').catch(() => false), 5_000);
    store = await connect(bouncer.uri, patient);
    ends.unshift(store.close, direct.close, pooled.close);
  }, startsWithinMS);
  afterAll(async () => {
    for (const end of ends) await end();
  });

  const fresh = async () => {
    await empty(direct.sql);
    return { pets: store.pets, ...changePets(direct.sql) };
  };
  for (const { name, check } of petRepositoryContract) it(name, () => check(fresh));

  it('start, and pass the check', async () => {
    expect(await refusalOf(pooler)).toBe('none');
  });

  it('change no setting for other clients, and prepare no statement', async () => {
    await Promise.all(Array.from({ length: 20 }, () => store.pets.list({ limit: 1 })()));
    // An open transaction keeps one of the two connections of PgBouncer, so another client gets the other one.
    await pooled.sql('BEGIN');
    const left = "SELECT current_setting('statement_timeout'), count(*) FROM pg_prepared_statements";
    for (const sql of [pooled.sql, openSql(pooler)]) expect(await sql(left)).toEqual([['0', '0']]);
    await pooled.sql('ROLLBACK');
  });
});
