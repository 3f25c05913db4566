import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type DurableFixture, type Failure, remoteRepository, type StoreProcess } from '@animal-store/domain-testkit';
import { type Database, openDatabase } from './database.ts';

const program = new URL('store-process.ts', import.meta.url);

export const createTestStore = <R extends object>(name: string, create: (database: Database) => R) => {
  const folder = mkdtempSync(join(tmpdir(), 'my-animal-store-'));
  const file = join(folder, 'animals.db');
  const steps: (() => unknown)[] = [() => rmSync(folder, { recursive: true })];

  const openFile = (lockWithinMS?: number): Database => {
    const database = openDatabase(file, lockWithinMS);
    steps.unshift(database.close);
    return database;
  };

  const startProcess = async (): Promise<StoreProcess<R>> => {
    const child = fork(program, [file, name], { serialization: 'advanced' });
    const ended = once(child, 'disconnect');
    const kill = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    steps.unshift(kill);
    const started = await Promise.race([once(child, 'message'), ended]);
    if (!started.includes('ready')) throw new Error(`${program} does not start`);
    const channel = {
      // `ended` reports a killed process; without the callback, a send to it would be an error event as well.
      send: (message: unknown) => child.send(message as object, () => {}),
      listen: (listener: (message: unknown) => void) => child.on('message', listener),
    };
    return { repository: remoteRepository<R>(channel, ended), kill };
  };

  const handle = (database: Database) => ({ repository: create(database), close: async () => database.close() });

  // Another connection holds a lock from `begin` to `end`.
  const lockedBy = (name: string, sql: string): Failure<R> => ({
    name,
    recoversWithinMS: 0,
    open: async () => {
      const other = new DatabaseSync(file);
      steps.unshift(() => other.close());
      return { ...handle(openFile(50)), begin: async () => other.exec(sql), end: async () => other.exec('ROLLBACK') };
    },
  });

  return {
    open: async () => handle(openFile()),
    startProcess,
    failedCommits: [
      lockedBy('a writer has the lock', 'BEGIN IMMEDIATE'),
      lockedBy('a reader holds up the commit', 'BEGIN; SELECT * FROM pets'),
    ],
    outages: [lockedBy('another program has the file', 'BEGIN EXCLUSIVE')],
    underneath: openFile(),
    cleanUp: async () => {
      for (const step of steps) await step();
    },
  } satisfies DurableFixture<R> & Readonly<Record<'underneath' | 'cleanUp', unknown>>;
};
