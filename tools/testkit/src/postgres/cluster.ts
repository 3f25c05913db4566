import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { appendFile, chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../free-port.ts';
import { isRunning } from '../is-running.ts';

/** A private PostgreSQL server, and the faults that it can have. Its user `postgres` needs no password. */
export interface PostgresCluster {
  readonly port: number;
  /** The connection string of a database. */
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

const run = promisify(execFile);

const prefix = 'animal-store-postgres-';

/** The folder of the programs of an installed PostgreSQL: on the path, or where Debian has its newest version. */
export const findPrograms = (): string | undefined => {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ];
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')));
  // The path may have links to some of them only.
  return found && dirname(realpathSync(join(found, 'initdb')));
};

/** A user to run as, because PostgreSQL refuses to run as root. */
const findUser = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] =
    ['postgres:', 'nobody:']
      .map((name) => users.find((line) => line.startsWith(name)))
      .find(Boolean)
      ?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
};

/** Fast enough for tests; a crash of its processes, not of the machine, loses nothing by it. */
const settings = [
  'fsync = off',
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  'max_connections = 200',
  'shared_buffers = 32MB',
  'wal_keep_size = 64MB',
  'log_min_messages = fatal',
];

const openCluster = (programs: string, folder: string, port: number): PostgresCluster => {
  const user = findUser();
  const data = join(folder, 'data');
  const call = async (program: string, ...given: readonly string[]): Promise<void> => {
    // Without `cwd` the other user might not be allowed to be where the tests run.
    await run(join(programs, program), [...given], { ...user, cwd: folder, env: { PATH: process.env['PATH'] } });
  };
  const control = (...given: readonly string[]): Promise<void> => call('pg_ctl', '-D', data, '-w', '-s', ...given);
  const start = (): Promise<void> => control('-l', join(folder, 'log'), '-o', `-p ${port}`, 'start');
  const stop = (mode: string): Promise<void> => control('-m', mode, 'stop');

  /** The server and its processes. */
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    const [main = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
    const { stdout } = await run('pgrep', ['-P', main]);
    for (const pid of [main, ...stdout.trim().split('\n')]) process.kill(Number(pid), name);
  };

  return {
    port,
    uri: (database) => `postgresql://postgres@127.0.0.1:${port}/${database}`,
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

const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  const user = findUser();
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  return folder;
};

/** Removes the clusters of processes that have ended without removing them. */
const sweep = async (programs: string): Promise<void> => {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(prefix))) {
    if (isRunning(Number(name.slice(prefix.length).split('-')[0]))) continue;
    // It may be swept by another process as well, or still be made by a process that its own has left behind.
    await openCluster(programs, join(tmpdir(), name), 0)
      .remove()
      .catch(() => undefined);
  }
};

/** The milliseconds that a server may take to be created and started. */
export const startsWithinMS = 60_000;

/** Creates and starts a server of the installed PostgreSQL. The caller removes it. */
export const startCluster = async (more: readonly string[] = []): Promise<PostgresCluster> => {
  const programs = findPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is not installed');
  await sweep(programs);
  const folder = await newFolder();
  const data = join(folder, 'data');
  const given = ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync', '-E', 'UTF8', '--locale=C'];
  await run(join(programs, 'initdb'), given, { ...findUser(), cwd: folder });
  await appendFile(join(data, 'postgresql.conf'), [...settings, ...more, ''].join('\n'));
  const cluster = openCluster(programs, folder, await freePort());
  await cluster.start();
  return cluster;
};
