import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeNeeding } from '@animal-store/testkit/needs';
import { connectSql, type Sql, startCluster } from '@animal-store/testkit/postgres';
import { testFaults } from '@animal-store/testkit/store-faults';
import { either as E } from 'fp-ts';
import { expect, inject, onTestFinished } from 'vitest';
import { loadOf, storedIds } from './postgres/adding.ts';
import { connect } from './postgres/connect.ts';

const run = promisify(execFile);

const isPossible = inject('postgres').isInstalled && process.getuid?.() === 0;

const need = {
  where: 'on a full disk',
  missing: isPossible ? undefined : 'PostgreSQL is not installed, or the user is not root',
  requiredBy: 'REQUIRE_POSTGRES',
  waivedBy: 'WITHOUT_SMALL_DISK',
};

const fill = async (sql: Sql): Promise<void> => {
  await sql('CREATE TABLE filler (text text)');
  const untilFull = async (): Promise<never> => {
    for (;;) await sql('INSERT INTO filler SELECT repeat(md5(random()::text), 60)');
  };
  await expect(untilFull()).rejects.toMatchObject({ code: '53100' });
};

const setUp = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-small-disk-'));
  await run('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'none', folder]);
  await chmod(folder, 0o777);
  const cluster = await startCluster();
  onTestFinished(async () => {
    await cluster.remove();
    await run('umount', [folder]);
    await rmdir(folder);
  });
  const server = connectSql(cluster.uri('postgres'));
  await run('install', ['-d', '-o', 'postgres', '-m', '700', join(folder, 'space')]);
  await server.sql(`CREATE TABLESPACE small LOCATION '${join(folder, 'space')}'`);
  await server.sql('CREATE DATABASE animals TABLESPACE small');
  await server.close();
  const { sql, close } = connectSql(cluster.uri('animals'));
  const store = await connect(cluster.uri('animals'));
  onTestFinished(async () => {
    await store.close();
    await close();
  });
  return {
    sql,
    load: loadOf(store.pets),
    ping: store.ping,
    storedIds: (prefix: string) => storedIds(sql, prefix),
    recoversWithinMS: 15_000,
  };
};

describeNeeding(need, 'While', () => {
  testFaults(setUp, [
    [
      'the disk is full',
      ({ sql }) => fill(sql),
      async ({ sql, load }) => {
        expect(E.isRight(await load.list())).toBe(true);
        await sql('DROP TABLE filler');
      },
    ],
  ]);
});
