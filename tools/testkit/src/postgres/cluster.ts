import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../free-port.ts';
import { isRunning } from '../processes.ts';

const run = promisify(execFile);
const prefix = 'animal-store-postgres-';

/** The folder of the programs of an installed PostgreSQL: `POSTGRES_BIN`, or where Debian has its newest version. */
const findPrograms = (): string | undefined => {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [process.env['POSTGRES_BIN'] ?? '', ...versions.map((version) => join(debian, version, 'bin'))];
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
};

/** A user to run as, because PostgreSQL refuses to run as root. */
const findUser = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8');
  const idsOf = (name: string) => new RegExp(`^${name}:[^:]*:(\\d+):(\\d+)`, 'm').exec(users);
  const [, uid, gid] = idsOf('postgres') ?? idsOf('nobody') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
};

/** Fast enough for tests; a crash of its processes, not of the machine, loses nothing by it. */
const settings = [
  ...['fsync = off', "listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", 'max_connections = 200'],
  ...['shared_buffers = 32MB', 'wal_keep_size = 64MB', 'log_min_messages = fatal'],
];

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  const user = findUser();
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  return folder;
};

/** A private PostgreSQL server, and the faults that it can have. */
export interface PostgresCluster {
  readonly port: number;
  /** The connection string of a database. The user `postgres` needs no password. */
  readonly uri: (database: string) => string;
  readonly start: () => Promise<void>;
  /** Ends all of its processes at once, as a crash does: what is not in its log on the disk is lost. */
  readonly crash: () => Promise<void>;
  /** Ends it as an operator does: connections are closed, and nothing is lost. */
  readonly stop: () => Promise<void>;
  /** Stops all of its processes from responding, and keeps their connections. */
  readonly freeze: () => Promise<void>;
  readonly thaw: () => Promise<void>;
  /** Copies it to another server that follows it. */
  readonly addStandby: (name: string) => Promise<PostgresCluster>;
  /** Makes a standby a server that can be written to. */
  readonly promote: () => Promise<void>;
  /** Ends it and removes its files. */
  readonly remove: () => Promise<void>;
}

const openCluster = (
  programs: string,
  folder: string,
  port: number,
): PostgresCluster & { readonly create: (settings: readonly string[]) => Promise<void> } => {
  const data = join(folder, 'data');
  const call = async (program: string, ...given: readonly string[]): Promise<void> => {
    // Without `cwd` the other user might not be allowed to be where the tests run.
    const options = { ...findUser(), cwd: folder, env: { PATH: process.env['PATH'] } };
    await run(join(programs, program), [...given], options);
  };
  const control = (...given: readonly string[]): Promise<void> => call('pg_ctl', '-D', data, '-w', '-s', ...given);
  const start = (): Promise<void> => control('-l', join(folder, 'log'), '-o', `-p ${port}`, 'start');
  const stop = (mode: string): Promise<void> => control('-m', mode, 'stop');
  /** To the server and its processes. */
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    const [main = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
    const { stdout } = await run('pgrep', ['-P', main]);
    for (const pid of [main, ...stdout.trim().split('\n')]) process.kill(Number(pid), name);
  };
  return {
    port,
    uri: (database) => `postgresql://postgres@127.0.0.1:${port}/${database}`,
    create: async (more) => {
      await call('initdb', '-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync', '-E', 'UTF8', '--locale=C');
      await appendFile(join(data, 'postgresql.conf'), [...settings, ...more, ''].join('\n'));
      await start();
    },
    start,
    crash: () => stop('immediate'),
    stop: () => stop('fast'),
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    addStandby: async (name) => {
      const other = await newFolder();
      const source = `host=127.0.0.1 port=${port} user=postgres application_name=${name}`;
      await call('pg_basebackup', '-D', join(other, 'data'), '-R', '-c', 'fast', '-N', '-d', source);
      const standby = openCluster(programs, other, await freePort());
      await standby.start();
      return standby;
    },
    promote: () => control('promote'),
    remove: async () => {
      if (existsSync(join(data, 'postmaster.pid'))) await stop('immediate');
      await rm(folder, { recursive: true });
    },
  };
};

/** The milliseconds that a server may take to be created and started. */
export const startsWithinMS = 60_000;

/** Creates and starts a server of the installed PostgreSQL. The caller removes it. */
export const startCluster = async (more: readonly string[] = []): Promise<PostgresCluster> => {
  const programs = findPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed');
  // Those of processes that have ended without removing them. Another process may sweep as well.
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(prefix))) {
    if (isRunning(Number(name.slice(prefix.length).split('-')[0]))) continue;
    await openCluster(programs, join(tmpdir(), name), 0)
      .remove()
      .catch(() => undefined);
  }
  const cluster = openCluster(programs, await newFolder(), await freePort());
  await cluster.create(more);
  return cluster;
};

/** The PostgreSQL resources of the tests. */
export interface PostgresForTests {
  /** The connection string of the server that all test files share, of a user who may create databases. */
  readonly uri?: string;
  /** Whether tests may start servers of their own, because PostgreSQL is installed. */
  readonly isInstalled: boolean;
}

/** Finds the server that `POSTGRES_TEST_URI` names, or starts one of this run, which the caller removes. */
export const findPostgres = async (): Promise<PostgresForTests & { readonly remove?: () => Promise<void> }> => {
  const isInstalled = findPrograms() !== undefined;
  const uri = process.env['POSTGRES_TEST_URI'];
  if (uri !== undefined) return { uri, isInstalled };
  if (!isInstalled) return { isInstalled };
  const cluster = await startCluster();
  return { uri: cluster.uri('postgres'), isInstalled, remove: cluster.remove };
};
