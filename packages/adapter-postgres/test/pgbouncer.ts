import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@animal-store/testkit/free-port';
import { inject } from 'vitest';

const program = '/usr/sbin/pgbouncer';

export const pgBouncerNeed = {
  where: 'behind PgBouncer',
  missing: existsSync(program) && inject('postgres').isInstalled ? undefined : 'PgBouncer is not installed',
  requiredBy: 'REQUIRE_POSTGRES',
  waivedBy: 'WITHOUT_PGBOUNCER',
};

/** Starts PgBouncer, which gives each transaction one of two connections to the server on a port. */
export const startPgBouncer = async (server: number) => {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-pgbouncer-'));
  const port = await freePort();
  const configure = (to: number): Promise<void> =>
    writeFile(
      join(folder, 'ini'),
      `[databases]
* = host=127.0.0.1 port=${to} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
server_login_retry = 1`,
    );
  await configure(server);
  await promisify(execFile)('chmod', ['-R', 'a+rX', folder]);
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(program, ['-q', ...user, join(folder, 'ini')], { stdio: 'ignore' });
  return {
    uri: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    /** Connects to another server from now on. */
    moveTo: async (other: number): Promise<void> => {
      await configure(other);
      child.kill('SIGHUP');
    },
    stop: async (): Promise<void> => {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true });
    },
  };
};
