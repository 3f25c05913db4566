import { execFileSync, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFile } from '@animal-store/testkit/project-file';
import { issueKey, logLines, runKeys, startOnStore } from '@animal-store/testkit/service';
import { temporaryFolder } from '@animal-store/testkit/temporary-folder';
import { expect, it, onTestFinished, vi } from 'vitest';
import { withClock } from './with-clock.ts';

it('A service on an SQLite file says how to issue the first API key, follows the commands, and is not ready without its file', {
  timeout: 60_000,
}, async () => {
  const store = { SQLITE_FILE: join(temporaryFolder(), 'animals.db') };
  const service = await startOnStore(store, 'none yet');
  const [doomed, other] = [await issueKey(store), await issueKey(store)];
  const statusWith = async ({ key }: { readonly key: string }): Promise<number> =>
    (await fetch(`${service.baseUrl}/pets`, { headers: { Authorization: `Bearer ${key}` } })).status;
  expect([await statusWith(doomed), await statusWith(other)]).toEqual([200, 200]);
  const hour = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/);
  const elsewhere = { ...store, NODE_OPTIONS: withClock(7_200_000) };
  const revocation = await runKeys(elsewhere, 'revoke', doomed.id);
  expect(revocation).toMatchObject({ id: doomed.id, state: 'revoked', lastUsed: hour });
  // A revocation takes effect within 10 seconds, also if the clock of its machine is two hours ahead.
  await vi.waitFor(async () => expect(await statusWith(doomed)).toBe(401), { timeout: 10_000, interval: 100 });
  expect(await statusWith(other)).toBe(200);

  const readiness = async (): Promise<number> => (await fetch(`${service.origin}/readyz`)).status;
  expect(await readiness()).toBe(200);
  await rm(store.SQLITE_FILE);
  await vi.waitFor(async () => expect(await readiness()).toBe(503), { timeout: 3_000 });
  expect([await service.stop(), service.process.stderr()]).toEqual([0, '']);
  const [noKey, notReady, refused] = logLines(service.process).filter(({ level }) => level === 40);
  expect(noKey?.['msg']).toBe('the store has no API key: animal-store keys issue --label <name> issues one');
  expect(notReady?.['msg']).toBe('the SQLite file is not ready: requests that need it get 503 until it is');
  expect(refused).toMatchObject({ route: '/readyz', status: 503, reason: notReady?.['reason'] });
});

it('A service on an SQLite file is not ready while its disk is full', { timeout: 60_000 }, async () => {
  const SQLITE_FILE = join(temporaryFolder(), 'animals.db');
  const service = await startOnStore({ SQLITE_FILE }, 'none');
  const isReady = async (expected: boolean): Promise<void> =>
    vi.waitFor(async () => expect((await fetch(`${service.origin}/readyz`)).ok).toBe(expected), { timeout: 10_000 });
  await isReady(true);
  const limitFiles = (bytes: number | 'unlimited'): unknown =>
    execFileSync('prlimit', ['--pid', `${service.process.pid}`, `--fsize=${bytes}:unlimited`]);
  limitFiles(statSync(`${SQLITE_FILE}-wal`).size);
  await isReady(false);
  limitFiles('unlimited');
  await isReady(true);
  expect(await service.stop()).toBe(0);
  const [, notReady] = logLines(service.process).filter(({ level }) => level === 40);
  expect(notReady).toMatchObject({ reason: 'disk I/O error' });
});

it('The first start on an SQLite file makes an API key if a terminal shows it, and logs text there', {
  timeout: 60_000,
}, async () => {
  const env = {
    PATH: process.env['PATH'],
    SQLITE_FILE: join(temporaryFolder(), 'animals.db'),
    PORT: '0',
    ADMIN_PORT: '0',
  };
  const program = projectFile('apps/service/src/main.ts');
  const command = `exec '${process.execPath}' --conditions=@animal-store/source '${program}' serve`;
  /** What a start shows on a terminal. */
  const shown = async (): Promise<string> => {
    const terminal = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], { env });
    onTestFinished(() => void terminal.kill('SIGKILL'));
    let text = '';
    terminal.stdout.on('data', (part) => {
      text += String(part);
    });
    await vi.waitFor(() => expect(text).toContain('Ctrl-C stops it.'), { timeout: 20_000 });
    terminal.stdin.write('\x03');
    await new Promise((resolve) => terminal.once('close', resolve));
    return text;
  };
  const newKey = /API key {2}ask_[a-z2-7]{8}_/;
  const first = await shown();
  expect([newKey.test(first), first.includes('INFO: listening'), first.includes('{"level"')]).toEqual([
    true,
    true,
    false,
  ]);
  expect(newKey.test(await shown())).toBe(false);
});
