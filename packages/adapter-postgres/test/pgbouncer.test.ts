import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { petRepositoryContract } from '@animal-store/domain-testkit';
import type { DurableStore } from '@animal-store/store';
import { freePort } from '@animal-store/testkit/free-port';
import { describeNeeding } from '@animal-store/testkit/needs';
import { connectSql, type SqlConnection, startCluster, startsWithinMS } from '@animal-store/testkit/postgres';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { changePets, connect, empty, patient, refusalOf } from './store.ts';

const program = '/usr/sbin/pgbouncer';

const need = {
  where: 'behind PgBouncer',
  missing: existsSync(program) && inject('postgres').isInstalled ? undefined : 'PgBouncer is not installed',
  requiredBy: 'REQUIRE_POSTGRES',
  waivedBy: 'WITHOUT_PGBOUNCER',
};

/** Starts PgBouncer, which gives each transaction one of two connections. */
const startPgBouncer = async (server: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-pgbouncer-'));
  const port = await freePort();
  await writeFile(
    join(folder, 'ini'),
    `[databases]
* = host=127.0.0.1 port=${server} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2`,
  );
  await new Promise((resolve) => execFile('chmod', ['-R', 'a+rX', folder], resolve));
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(program, ['-q', ...user, join(folder, 'ini')], { stdio: 'ignore' });
  return {
    uri: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true });
    },
  };
};

describeNeeding(need, 'The animals on PostgreSQL behind PgBouncer in transaction mode', () => {
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
    expect(await pooled.sql('SHOW statement_timeout')).toEqual([['0']]);
    expect(await pooled.sql('SELECT count(*) FROM pg_prepared_statements')).toEqual([['0']]);
  });
});
