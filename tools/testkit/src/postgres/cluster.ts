import { execFile, execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { appendFile, chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../free-port.ts';
import { isRunning } from '../processes.ts';

const run = promisify(execFile);
const prefix = join(tmpdir(), 'animal-store-postgres-');

/** The folder of the programs of the newest installed PostgreSQL, as Debian has them. */
const [programs] = globSync('/usr/lib/postgresql/*/bin/initdb').sort().reverse().map(dirname);

const idOf = (kind: '-u' | '-g'): number => Number(execFileSync('id', [kind, 'postgres']));

/** PostgreSQL refuses to run as root. */
const user = process.getuid?.() === 0 && programs ? { uid: idOf('-u'), gid: idOf('-g') } : undefined;

/** Fast enough for tests; a crash of its processes, not of the machine, loses nothing by it. */
const settings = [
  ...['fsync = off', "listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", 'max_connections = 200'],
  ...['shared_buffers = 32MB', 'wal_keep_size = 64MB', 'log_min_messages = fatal'],
];

/** A private PostgreSQL server in a folder, and the faults that it can have. */
const openServer = (folder: string, port: number) => {
  const data = join(folder, 'data');
  /** Runs one of the programs. */
  const call = async (program: string, ...args: readonly string[]): Promise<void> => {
    // Without `cwd` the other user might not be allowed to be where the tests run.
    const options = { ...user, cwd: folder, env: { PATH: process.env['PATH'] } };
    await run(join(programs ?? '', program), [...args], options);
  };
  /** Runs `pg_ctl`. */
  const control = (...args: readonly string[]): Promise<void> => call('pg_ctl', '-D', data, '-w', '-s', ...args);
  /** To the server and its processes. */
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    const [main = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
    const { stdout } = await run('pgrep', ['-P', main]);
    for (const pid of [main, ...stdout.trim().split('\n')]) process.kill(Number(pid), name);
  };
  const crash = (): Promise<void> => control('-m', 'immediate', 'stop');
  return {
    port,
    data,
    call,
    control,
    /** The connection string of a database. The user `postgres` needs no password. */
    uri: (database: string) => `postgresql://postgres@127.0.0.1:${port}/${database}`,
    start: () => control('-l', join(folder, 'log'), '-o', `-p ${port}`, 'start'),
    /** Ends all of its processes at once, as a crash does: what is not in its log on the disk is lost. */
    crash,
    /** Ends it as an operator does: connections are closed, and nothing is lost. */
    stop: () => control('-m', 'fast', 'stop'),
    /** Stops all of its processes from responding, and keeps their connections. */
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    /** Ends it and removes its files. */
    remove: async () => {
      if (existsSync(join(data, 'postmaster.pid'))) await crash();
      await rm(folder, { recursive: true });
    },
  };
};

export type PostgresServer = ReturnType<typeof openServer>;

/** A server in a new folder, which is empty, and on a free port. The caller fills the folder, and removes it. */
export const newServer = async (): Promise<PostgresServer> => {
  const folder = await mkdtemp(`${prefix}${process.pid}-`);
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  return openServer(folder, await freePort());
};

/** The milliseconds that a server may take to be created and started. */
export const startsWithinMS = 60_000;

/** Creates and starts a server of the installed PostgreSQL. The caller removes it. */
export const startCluster = async (more: readonly string[] = []): Promise<PostgresServer> => {
  // Those of processes that have ended without removing them. Another process may sweep as well.
  for (const folder of globSync(`${prefix}*`)) {
    const [pid] = folder.slice(prefix.length).split('-');
    if (!isRunning(Number(pid)))
      await openServer(folder, 0)
        .remove()
        .catch(() => undefined);
  }
  const server = await newServer();
  const { data, call } = server;
  await call('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync', '-E', 'UTF8', '--locale=C');
  await appendFile(join(data, 'postgresql.conf'), [...settings, ...more, ''].join('\n'));
  await server.start();
  return server;
};

/** The PostgreSQL resources of the tests. */
export interface PostgresForTests {
  /** The connection string of the server that all test files share, of a user who may create databases. */
  readonly uri?: string;
  /** Whether the server is removed after the run, with its databases. */
  readonly isOfRun?: boolean;
  /** Whether tests may start servers of their own, because PostgreSQL is installed. */
  readonly isInstalled: boolean;
}

/** Finds the server that `POSTGRES_TEST_URI` names, or starts one of this run, which the caller removes. */
export const findPostgres = async (): Promise<PostgresForTests & { readonly remove?: () => Promise<void> }> => {
  const isInstalled = programs !== undefined;
  const uri = process.env['POSTGRES_TEST_URI'];
  if (uri !== undefined) return { uri, isInstalled };
  if (!isInstalled) return { isInstalled };
  const cluster = await startCluster();
  return { uri: cluster.uri('postgres'), isOfRun: true, isInstalled, remove: cluster.remove };
};
