import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeNeeding } from '@animal-store/testkit/needs';
import { connectSql, startCluster } from '@animal-store/testkit/postgres';
import { either as E } from 'fp-ts';
import { expect, inject, it } from 'vitest';
import { onceEach, startAdding, storedIds } from './postgres/adding.ts';
import { connect } from './postgres/connect.ts';

const run = promisify(execFile);

const missing = (): string | undefined => {
  if (!inject('postgres').isInstalled) return 'PostgreSQL is not installed';
  return process.getuid?.() === 0 ? undefined : 'only root can make a small disk';
};

const need = {
  where: 'on a full disk',
  missing: missing(),
  requiredBy: 'REQUIRE_POSTGRES',
  waivedBy: 'WITHOUT_SMALL_DISK',
};

describeNeeding(need, 'PostgreSQL on a full disk', () => {
  it('refuses animals as unavailable, keeps all others and goes on when there is room', {
    timeout: 60_000,
  }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'animal-store-small-disk-'));
    await run('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'none', folder]);
    await chmod(folder, 0o777);
    const cluster = await startCluster();
    try {
      const server = connectSql(cluster.uri('postgres'));
      await run('install', ['-d', '-o', 'postgres', '-m', '700', join(folder, 'space')]);
      await server.sql(`CREATE TABLESPACE small LOCATION '${join(folder, 'space')}'`);
      await server.sql('CREATE DATABASE animals TABLESPACE small');
      await server.close();
      const { sql, close } = connectSql(cluster.uri('animals'));
      const store = await connect(cluster.uri('animals'));
      const adding = startAdding(store.pets, 'full');
      await expect.poll(() => adding.acknowledged.size, { timeout: 10_000 }).toBeGreaterThan(50);

      await sql('CREATE TABLE filler (text text)');
      for (const rows of [100, 1]) {
        const fill = `INSERT INTO filler SELECT repeat(md5(random()::text), 60) FROM generate_series(1, ${rows})`;
        await expect(
          (async () => {
            for (;;) await sql(fill);
          })(),
        ).rejects.toMatchObject({ code: '53100' });
      }
      await expect.poll(adding.failed, { timeout: 20_000 }).toBeGreaterThan(0);
      expect(E.isRight(await store.pets.list({ limit: 1 })())).toBe(true);

      await sql('DROP TABLE filler');
      const before = adding.acknowledged.size;
      await expect.poll(() => adding.acknowledged.size, { timeout: 10_000 }).toBeGreaterThan(before + 50);
      await adding.stop();
      expect(await storedIds(sql, 'full')).toEqual(onceEach(adding.acknowledged));
      await store.close();
      await close();
    } finally {
      await cluster.remove();
      await run('umount', [folder]);
      await rmdir(folder);
    }
  });
});
